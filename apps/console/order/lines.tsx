import type { Order } from '../../../lib/order/schema.ts';
import { count, dateTime, money } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { texts } from '../texts.ts';

export function Lines({ order }: { order: Order }) {
  const show = (amount: number) => money(amount, order.currency);
  return (
    <Section title={texts.order.lines}>
      <Table
        caption={texts.order.lines}
        rows={order.lines.map((line, i) => ({ ...line, id: `${i}` }))}
        keyOf={({ id }) => id}
        columns={[
          {
            head: texts.order.product,
            cell: ({ name, sku }) => (
              <>
                {name} <span class="small">{sku}</span>
              </>
            ),
          },
          { head: texts.order.quantity, cell: ({ quantity }) => count(quantity), isNumber: true },
          { head: texts.order.price, cell: ({ price }) => show(price), isNumber: true, isExtra: true },
          { head: texts.orders.total, cell: ({ total }) => show(total), isNumber: true },
        ]}
      />
      <Sums order={order} />
    </Section>
  );
}

function Sums({ order }: { order: Order }) {
  const { sums } = texts.order;
  const balance = order.balance < 0 ? sums.overpaid : sums.balance;
  // The labels say what is added and what is taken off, so no amount has a sign.
  const rows: [string, number][] = [
    [sums.subtotal, order.subtotal],
    ...(order.shipping ? [[sums.shipping(order.shipping.name), order.shipping.price] as [string, number]] : []),
    [sums.total, order.total],
    ...(order.credited ? [[sums.credited, order.credited] as [string, number]] : []),
    ...(order.paid ? [[sums.paid, order.paid] as [string, number]] : []),
    ...(order.refunded ? [[sums.refunded, order.refunded] as [string, number]] : []),
    [order.cancelled ? sums.cancelled(balance) : balance, Math.abs(order.balance)],
  ];
  return (
    <dl class="sums">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(amount, order.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

export const Payments = ({ order }: { order: Order }) => (
  <Section title={texts.order.payments}>
    <Table
      caption={texts.order.payments}
      rows={order.payments}
      keyOf={({ id }) => id}
      columns={[
        { head: texts.order.time, cell: ({ created }) => dateTime(created) },
        {
          head: texts.payDialog.method,
          cell: ({ method, reason, transaction_data: { reference } }) =>
            [texts.methods[method] ?? method, reason, typeof reference === 'string' ? reference : '']
              .filter(Boolean)
              .join(' · '),
        },
        { head: texts.order.amount, cell: ({ total }) => money(total, order.currency), isNumber: true },
      ]}
    />
  </Section>
);
