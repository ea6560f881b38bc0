import type { ComponentChildren } from 'preact';
import type { Legal } from '../../../lib/legal/schema.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { count, date, money } from '../format.ts';
import { nameIn, readyLines } from '../order/amounts.ts';
import { AddressBlock, addressLines } from '../order/customer.tsx';
import { Facts } from '../parts/facts.tsx';
import { Table } from '../parts/table.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
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
  [texts.orders.placed]: date(created),
  [texts.order.reference]: reference,
});

/** A packing slip for each order: what is in its parcels, without prices. */
export const Slips = ({ orders, legal }: SheetProps) => (
  <>
    {orders.map((order) => (
      <Sheet key={order.number} title={texts.paper.slip(order.number)} legal={legal} to={order.shipping_address}>
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
  <Sheet title={texts.paper.picksFor(orders.length)} legal={legal}>
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
      const taken = [...unit.orders, texts.paper.unitsFor(order.number, quantity)];
      units.set(sku, { ...unit, quantity: unit.quantity + quantity, orders: taken });
    }
  }
  return [...units.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

const Units = ({ rows, isForMany = false }: { rows: Unit[]; isForMany?: boolean }) => (
  <Table
    caption={texts.order.lines}
    rows={rows}
    keyOf={({ sku }) => sku}
    columns={[
      { head: texts.order.quantity, cell: ({ quantity }) => count(quantity), isNumber: true },
      { head: texts.products.sku, cell: ({ sku }) => sku },
      { head: texts.order.product, cell: ({ name }) => name },
      ...(isForMany ? [{ head: texts.orders.title, cell: ({ orders }: Unit) => orders.join(', ') }] : []),
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
    <Sheet title={texts.paper.invoice(number)} legal={legal} to={order.billing_address ?? order.shipping_address}>
      <Facts of={{ ...factsOf(order), [texts.legal.fields.vat_id]: legal?.vat_id }} />
      {order.cancelled && <p class="notice">{texts.paper.cancelled}</p>}
      <Table
        caption={texts.order.lines}
        rows={sold}
        keyOf={({ key }) => key}
        columns={[
          { head: texts.order.quantity, cell: ({ quantity }) => count(quantity), isNumber: true },
          { head: texts.order.product, cell: ({ name, sku }) => [name, sku].filter(Boolean).join(' · ') },
          { head: texts.products.taxRate, cell: ({ tax_rate }) => rateText(tax_rate), isNumber: true },
          { head: texts.order.price, cell: ({ price }) => show(price), isNumber: true },
          { head: texts.orders.total, cell: (line) => show(line.total), isNumber: true },
        ]}
      />
      <Facts
        of={{
          [texts.orders.total]: <b>{show(total)}</b>,
          [texts.order.sums.paid]: paid > 0 && show(paid),
          [texts.order.sums.refunded]: refunded > 0 && show(refunded),
        }}
      />
      <Taxes taxes={taxes} currency={currency} />
    </Sheet>
  );
}

const rateText = (rate: number | null) => (rate === null ? '' : texts.products.rate(rate));

const Taxes = ({ taxes, currency }: { taxes: Order['taxes']; currency: string }) =>
  taxes.length > 0 && (
    <Table
      caption={texts.products.taxRate}
      rows={taxes}
      keyOf={({ rate }) => `${rate}`}
      columns={[
        { head: texts.products.taxRate, cell: ({ rate }) => rateText(rate) },
        ...(['net', 'tax', 'gross'] as const).map((name) => ({
          head: texts.paper[name],
          cell: (tax: Order['taxes'][number]) => money(tax[name], currency),
          isNumber: true,
        })),
      ]}
    />
  );

/** A credit note for each thing that was taken off the orders. */
export function CreditNotes({ orders, legal }: SheetProps) {
  const notes = orders.flatMap((order) => creditNotesOf(order).map((note) => ({ order, note })));
  if (notes.length === 0) return <p class="empty">{texts.paper.noCredits}</p>;
  return (
    <>
      {notes.map(({ order, note }) => (
        <Sheet
          key={note.id}
          title={texts.paper.creditNote(note.id, order.number)}
          legal={legal}
          to={order.billing_address ?? order.shipping_address}
        >
          <Facts
            of={{
              [texts.order.time]: date(note.created),
              [texts.legal.fields.vat_id]: legal?.vat_id,
              [texts.order.what]: note.reason,
              [texts.order.amount]: <b>{money(note.amount, order.currency)}</b>,
            }}
          />
          {note.lines && (
            <ul>
              {note.lines.map(({ line, quantity }) => (
                <li key={line}>{texts.order.units(quantity, order.lines[line]?.name ?? '', 0)}</li>
              ))}
            </ul>
          )}
          <Taxes taxes={creditTaxes(order, note)} currency={order.currency} />
        </Sheet>
      ))}
    </>
  );
}
