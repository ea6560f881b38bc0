import { useState } from 'preact/hooks';
import type { HistoryEntry, Order } from '../../../lib/order/schema.ts';
import { dateTime, money } from '../format.ts';
import { texts } from '../texts.ts';
import type { OrderData } from './orderForm.tsx';
import { whoOf } from './timeline.tsx';

/** A part of a sum: a payment, a refund, a credit, or an amount with or without tax. */
type Part = { id: string; text: string; amount: number };
type Row = { label: string; amount: number; parts: Part[] };

/** The sums of an order. Those that have parts show them when asked. */
export function Sums({ data: { order, entries } }: { data: OrderData }) {
  const [open, setOpen] = useState<string>();
  const show = (amount: number) => money(amount, order.currency);
  return (
    <dl class="sums">
      {rowsOf(order, entries).map(({ label, amount, parts }) => (
        <div key={label}>
          <dt>
            {parts.length > 0 ? (
              <button
                type="button"
                class="link"
                aria-expanded={open === label}
                onClick={() => setOpen(open === label ? undefined : label)}
              >
                {label}
              </button>
            ) : (
              label
            )}
          </dt>
          <dd>{show(amount)}</dd>
          {open === label &&
            parts.map((part) => (
              <dd key={part.id} class="part small">
                <span>{part.text}</span> {show(part.amount)}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}

/** The labels say what is added and what is taken off, so no amount has a sign. */
function rowsOf(order: Order, entries: HistoryEntry[]): Row[] {
  const balance = order.balance < 0 ? 'To refund' : 'Due';
  const textOf = (created: string, what: string, isOrigin: (entry: HistoryEntry) => boolean) => {
    const entry = entries.find(isOrigin);
    return [dateTime(created), what, entry && whoOf(entry)].filter(Boolean).join(' · ');
  };
  const payments = order.payments.map(({ id, created, total, method, reason, credit }) => {
    const isOrigin = ({ changes }: HistoryEntry) => changes.some(({ field, to }) => field === 'payment' && to === id);
    const text = textOf(created, reason ?? texts.methods[method] ?? method, isOrigin);
    return { id, text, amount: Math.abs(total), isRefund: total < 0, credit };
  });
  const credits = order.credits.map(({ id, created, amount, reason, cancelled }) => {
    const what = [cancelled ? 'Cancelled' : 'Credited', reason].filter(Boolean).join(': ');
    return { id, text: textOf(created, what, ({ time }) => time === created), amount };
  });
  const credited = [...credits, ...payments.filter(({ credit }) => credit)];
  const row = (label: string, amount: number, parts: Part[] = []): Row => ({ label, amount, parts });
  const [paid, refunded] = [false, true].map((wanted) => payments.filter(({ isRefund }) => isRefund === wanted));
  const takenOff = [
    row('Less credits', order.credited, credited),
    row('Less payments', order.paid, paid),
    row('Plus refunds', order.refunded, refunded),
  ];
  return [
    row('Subtotal', order.subtotal),
    ...(order.shipping ? [row(`Shipping: ${order.shipping.name}`, order.shipping.price)] : []),
    row('Total', order.total),
    ...order.taxes.map(({ rate, tax, net, gross }) =>
      row(`Of which ${rate}% tax`, tax, [
        { id: 'gross', text: 'Including tax', amount: gross },
        { id: 'net', text: 'Without tax', amount: net },
      ]),
    ),
    ...takenOff.filter(({ amount }) => amount !== 0),
    row(order.cancelled ? `${balance} (cancelled)` : balance, Math.abs(order.balance)),
  ];
}
