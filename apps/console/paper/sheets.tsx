import type { ComponentChildren } from 'preact';
import type { Legal } from '../../../lib/legal/schema.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { count, date, money } from '../format.ts';
import { nameIn, readyLines } from '../order/amounts.ts';
import { AddressBlock, addressLines } from '../order/customer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Table } from '../parts/table.tsx';
import { storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { Barcode } from './barcode.tsx';
import { creditNotesOf, creditTaxes } from './credits.ts';

export type SheetProps = { orders: Order[]; legal: Legal | undefined };
type Props = { title: string; legal: Legal | undefined; to?: Order['shipping_address']; children: ComponentChildren };

/** A page with the store at the top, and the recipient where a window envelope shows it. */
function Sheet({ title, legal, to, children }: Props) {
  const { tenant } = storeSession();
  const name = [legal?.company_name ?? tenant.name, legal?.legal_form].filter(Boolean).join(' ');
  return (
    <article class="sheet">
      <p class="small">{[name, ...(legal?.address ? addressLines(legal.address) : [])].join(' · ')}</p>
      {to && <AddressBlock lines={addressLines(to)} />}
      <h2>{title}</h2>
      {children}
    </article>
  );
}

const factsOf = ({ created, reference }: Order) => ({
  Placed: date(created),
  Reference: reference,
});

/** A packing slip for each order, without prices. */
export const Slips = ({ orders, legal }: SheetProps) => (
  <>
    {orders.map((order) => (
      <Sheet key={order.number} title={`Packing slip for order ${order.number}`} legal={legal} to={order.shipping_address}>
        <Barcode number={order.number} />
        <Facts of={factsOf(order)} />
        <Units rows={unitsIn([order], packedLines)} />
        {order.note && <p class="note">{order.note}</p>}
      </Sheet>
    ))}
  </>
);

/** What to take from the shelves for all orders together: the units in the parcels that have not left. */
export const PickList = ({ orders, legal }: SheetProps) => (
  <Sheet title={`Pick list for ${things(orders.length, 'order')}`} legal={legal}>
    <Units rows={unitsIn(orders, (order) => (order.cancelled ? [] : readyLines(order)))} isForMany />
  </Sheet>
);

type Unit = { sku: string; name: string; quantity: number; orders: string[] };

/** The lines of the parcels that have not left, or of all of them if every one has left. */
function packedLines(order: Order) {
  const ready = readyLines(order);
  return ready.length > 0 ? ready : order.shipments.flatMap(({ lines }) => lines);
}

function unitsIn(orders: Order[], linesOf: typeof readyLines): Unit[] {
  const units = new Map<string, Unit>();
  for (const order of orders) {
    for (const { sku, quantity } of linesOf(order)) {
      const unit = units.get(sku) ?? { sku, name: nameIn(order, sku), quantity: 0, orders: [] };
      const taken = [...unit.orders, quantity === 1 ? order.number : `${order.number} (${quantity})`];
      units.set(sku, { ...unit, quantity: unit.quantity + quantity, orders: taken });
    }
  }
  return [...units.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

const Units = ({ rows, isForMany = false }: { rows: Unit[]; isForMany?: boolean }) => (
  <Table
    caption="Lines"
    rows={rows}
    keyOf={({ sku }) => sku}
    columns={[
      { head: 'Quantity', cell: ({ quantity }) => count(quantity), isNumber: true },
      { head: 'SKU', cell: ({ sku }) => sku },
      { head: 'Product', cell: ({ name }) => name },
      ...(isForMany ? [{ head: 'Orders', cell: ({ orders }: Unit) => orders.join(', ') }] : []),
    ]}
  />
);

export const Invoices = ({ orders, legal }: SheetProps) => (
  <>
    {orders.map((order) => (
      <Invoice key={order.number} order={order} legal={legal} />
    ))}
  </>
);

function Invoice({ order, legal }: { order: Order; legal: Legal | undefined }) {
  const { number, currency, lines, shipping, total, paid, refunded, taxes } = order;
  const show = (amount: number) => money(amount, currency);
  const sold = [
    ...lines.map((line) => ({ ...line, key: `${line.line}` })),
    ...(shipping ? [{ ...shipping, key: 'shipping', sku: '', quantity: 1, total: shipping.price }] : []),
  ];
  return (
    <Sheet title={`Invoice for order ${number}`} legal={legal} to={order.billing_address ?? order.shipping_address}>
      <Facts of={{ ...factsOf(order), 'VAT ID': legal?.vat_id }} />
      {order.cancelled && <p class="notice">This order was cancelled.</p>}
      <Table
        caption="Lines"
        rows={sold}
        keyOf={({ key }) => key}
        columns={[
          { head: 'Quantity', cell: ({ quantity }) => count(quantity), isNumber: true },
          { head: 'Product', cell: ({ name, sku }) => [name, sku].filter(Boolean).join(' · ') },
          { head: 'Tax rate', cell: ({ tax_rate }) => rateText(tax_rate), isNumber: true },
          { head: 'Price', cell: ({ price }) => show(price), isNumber: true },
          { head: 'Total', cell: (line) => show(line.total), isNumber: true },
        ]}
      />
      <Facts
        of={{
          Total: <b>{show(total)}</b>,
          'Less payments': paid > 0 && show(paid),
          'Plus refunds': refunded > 0 && show(refunded),
        }}
      />
      <Taxes taxes={taxes} currency={currency} />
    </Sheet>
  );
}

const rateText = (rate: number | null) => (rate === null ? '' : `${rate}%`);

const Taxes = ({ taxes, currency }: { taxes: Order['taxes']; currency: string }) =>
  taxes.length > 0 && (
    <Table
      caption="Tax rate"
      rows={taxes}
      keyOf={({ rate }) => `${rate}`}
      columns={[
        { head: 'Tax rate', cell: ({ rate }) => rateText(rate) },
        { head: 'Net', cell: ({ net }) => money(net, currency), isNumber: true },
        { head: 'Tax', cell: ({ tax }) => money(tax, currency), isNumber: true },
        { head: 'Gross', cell: ({ gross }) => money(gross, currency), isNumber: true },
      ]}
    />
  );

/** A credit note for each thing that was taken off the orders. */
export function CreditNotes({ orders, legal }: SheetProps) {
  const notes = orders.flatMap((order) => creditNotesOf(order).map((note) => ({ order, note })));
  if (notes.length === 0) return <p class="empty">Nothing was taken off these orders, so there is no credit note.</p>;
  return (
    <>
      {notes.map(({ order, note }) => (
        <Sheet
          key={note.id}
          title={`Credit note ${note.id} for order ${order.number}`}
          legal={legal}
          to={order.billing_address ?? order.shipping_address}
        >
          <Facts
            of={{
              Date: date(note.created),
              'VAT ID': legal?.vat_id,
              Reason: note.reason,
              Amount: <b>{money(note.amount, order.currency)}</b>,
            }}
          />
          {note.lines && (
            <ul>
              {note.lines.map(({ line, quantity }) => (
                <li key={line}>{texts.units(quantity, order.lines[line]?.name ?? '')}</li>
              ))}
            </ul>
          )}
          <Taxes taxes={creditTaxes(order, note)} currency={order.currency} />
        </Sheet>
      ))}
    </>
  );
}
