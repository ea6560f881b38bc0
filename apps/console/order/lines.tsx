import type { Order } from '../../../lib/order/schema.ts';
import { count, dateTime, money } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { texts } from '../texts.ts';
import type { OrderData } from './orderForm.tsx';
import { Sums } from './sums.tsx';

export function Lines({ data }: { data: OrderData }) {
  const { order } = data;
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
            cell: (line) => (
              <>
                {line.name} <span class="small">{detailsOf(line)}</span>
              </>
            ),
          },
          { head: texts.order.quantity, cell: ({ quantity }) => count(quantity), isNumber: true },
          { head: texts.order.price, cell: ({ price }) => show(price), isNumber: true, isExtra: true },
          { head: texts.orders.total, cell: ({ total }) => show(total), isNumber: true },
        ]}
      />
      <Sums data={data} />
    </Section>
  );
}

const detailsOf = ({ sku, tax_rate, cancelled, credited }: Order['lines'][number]) =>
  joined([
    sku,
    tax_rate !== null && texts.order.taxRate(tax_rate),
    cancelled > 0 && texts.order.unitsCancelled(count(cancelled)),
    credited > 0 && texts.order.unitsCredited(count(credited)),
  ]);

const joined = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(' · ');

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
            joined([texts.methods[method] ?? method, reason, typeof reference === 'string' && reference]),
        },
        { head: texts.order.amount, cell: ({ total }) => money(total, order.currency), isNumber: true },
      ]}
    />
  </Section>
);

type Entry = { id: string; created: string; text: string; amount: string };

/** Credits, cancelled parts and returned goods. Refunds are among the payments. */
export function Credits({ order }: { order: Order }) {
  const { credits, returns, lines, currency } = order;
  const unitsOf = (quantity: number, name = '') => texts.order.units(quantity, name, 0);
  const rows = [
    ...credits.map(({ lines: units, amount, reason, cancelled, ...credit }): Entry => {
      const names = units?.map(({ line, quantity }) => unitsOf(quantity, lines[line]?.name)) ?? [];
      const text = joined([cancelled ? texts.order.cancelledPart : texts.order.credit, ...names, reason]);
      return { ...credit, text, amount: money(amount, currency) };
    }),
    ...returns.map(({ lines: units, restocked, reason, ...one }): Entry => {
      const names = units.map(({ sku, quantity }) => unitsOf(quantity, lines.find((line) => line.sku === sku)?.name));
      return {
        ...one,
        text: joined([texts.order.returned, ...names, !restocked && texts.order.notRestocked, reason]),
        amount: '',
      };
    }),
  ];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.order.credits}>
      <Table
        caption={texts.order.credits}
        rows={rows.sort((a, b) => (a.created < b.created ? -1 : 1))}
        keyOf={({ id }) => id}
        columns={[
          { head: texts.order.time, cell: ({ created }) => dateTime(created) },
          { head: texts.order.what, cell: ({ text }) => text },
          { head: texts.order.amount, cell: ({ amount }) => amount, isNumber: true },
        ]}
      />
    </Section>
  );
}
