import type { Order } from '../../../lib/order/schema.ts';
import { count, dateTime, money } from '../format.ts';
import { Section, TableSection } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { texts } from '../texts.ts';
import type { OrderData } from './orderForm.tsx';
import { Sums } from './sums.tsx';

export function Lines({ data }: { data: OrderData }) {
  const { order } = data;
  const show = (amount: number) => money(amount, order.currency);
  return (
    <Section title="Lines">
      <Table
        caption="Lines"
        rows={order.lines.map((line, i) => ({ ...line, id: `${i}` }))}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Product',
            cell: (line) => (
              <>
                {line.name} <span class="small">{detailsOf(line)}</span>
              </>
            ),
          },
          { head: 'Quantity', cell: ({ quantity }) => count(quantity), isNumber: true },
          { head: 'Price', cell: ({ price }) => show(price), isNumber: true, isExtra: true },
          { head: 'Total', cell: ({ total }) => show(total), isNumber: true },
        ]}
      />
      <Sums data={data} />
    </Section>
  );
}

const detailsOf = ({ sku, tax_rate, cancelled, credited }: Order['lines'][number]) =>
  joined([
    sku,
    tax_rate !== null && `${tax_rate}% tax`,
    cancelled > 0 && `${count(cancelled)} cancelled`,
    credited > 0 && `${count(credited)} credited`,
  ]);

const joined = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(' · ');

export const Payments = ({ order }: { order: Order }) => (
  <TableSection
    title="Payments and refunds"
    rows={order.payments}
    keyOf={({ id }) => id}
    columns={[
      { head: 'Time', cell: ({ created }) => dateTime(created) },
      {
        head: 'Method',
        cell: ({ method, reason, transaction_data: { reference } }) =>
          joined([texts.methods[method] ?? method, reason, typeof reference === 'string' && reference]),
      },
      { head: 'Amount', cell: ({ total }) => money(total, order.currency), isNumber: true },
    ]}
  />
);

type Entry = { id: string; created: string; text: string; amount: string };

/** Credits, cancelled parts and returned goods. Refunds are among the payments. */
export function Credits({ order }: { order: Order }) {
  const { credits, returns, lines, currency } = order;
  const unitsOf = (quantity: number, name = '') => texts.units(quantity, name);
  const rows = [
    ...credits.map(({ lines: units, amount, reason, cancelled, ...credit }): Entry => {
      const names = units?.map(({ line, quantity }) => unitsOf(quantity, lines[line]?.name)) ?? [];
      const text = joined([cancelled ? 'Cancelled' : 'Credited', ...names, reason]);
      return { ...credit, text, amount: money(amount, currency) };
    }),
    ...returns.map(({ lines: units, restocked, reason, ...one }): Entry => {
      const names = units.map(({ sku, quantity }) => unitsOf(quantity, lines.find((line) => line.sku === sku)?.name));
      return {
        ...one,
        text: joined(['Returned', ...names, !restocked && 'not restocked', reason]),
        amount: '',
      };
    }),
  ];
  if (rows.length === 0) return null;
  return (
    <TableSection
      title="Credits and returns"
      rows={rows.sort((a, b) => (a.created < b.created ? -1 : 1))}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Time', cell: ({ created }) => dateTime(created) },
        { head: 'What happened', cell: ({ text }) => text },
        { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
      ]}
    />
  );
}
