import type { Order } from '../../../lib/order/schema.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { link } from '../address.ts';
import { count, dateTime, personName } from '../format.ts';
import { readyUnits } from '../order/amounts.ts';
import { pagesOf } from '../pages.ts';
import { Section } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { storeSession } from '../session.ts';

/** Each read passes at most 100 of the orders that can ship. */
const maxReads = 10;
const mostShown = 50;

type Found = { orders: Order[]; isComplete: boolean };

/** The orders that the reserved units are for. */
export function Reserved({ product: { sku, stock } }: { product: Product }) {
  const reading = useRead((options) => readOrders(sku, options), `${sku} ${stock?.reserved}`);
  const units = stock?.reserved ?? 0;
  if (units === 0) return null;
  return (
    <Section title={`Reserved: ${count(units)}`}>
      <Show of={reading}>
        {({ orders, isComplete }) => (
          <>
            {orders.length > 0 && (
              <Table
                caption="Orders to ship with this product"
                rows={orders.slice(0, mostShown)}
                keyOf={({ number }) => number}
                columns={[
                  { head: 'Order', cell: ({ number }) => <a href={link(['orders', number])}>{number}</a> },
                  { head: 'Placed', cell: ({ created }) => dateTime(created) },
                  { head: 'Customer', cell: ({ customer }) => personName(customer), isExtra: true },
                  { head: 'Units', cell: (order) => count(readyUnits(order, sku)), isNumber: true },
                ]}
              />
            )}
            <Others sku={sku} orders={orders} isComplete={isComplete} units={units} />
          </>
        )}
      </Show>
    </Section>
  );
}

type OthersProps = Found & { sku: string; units: number };

/** What the table does not show, with links to it. */
function Others({ sku, orders, isComplete, units }: OthersProps) {
  const rest = units - orders.reduce((sum, order) => sum + readyUnits(order, sku), 0);
  const toShip = link(['orders'], { sku, shippable: 'true', order: 'asc' });
  if (!isComplete || orders.length > mostShown) return <a href={toShip}>All orders to ship with this product</a>;
  if (rest <= 0) return null;
  return (
    <p>
      {count(rest)} more in orders that cannot ship:{' '}
      <a href={link(['orders'], { sku, authorized: 'false', cancelled: 'false' })}>to authorize</a>
      {' · '}
      <a href={link(['orders'], { sku, cancelled: 'true' })}>cancelled</a>
    </p>
  );
}

async function readOrders(sku: string, options: ReadOptions): Promise<Found> {
  const orders: Order[] = [];
  let reads = 0;
  const filters = { sku, shippable: true, order: 'asc' as const };
  for await (const page of pagesOf(storeSession().store.getOrders, filters, options)) {
    orders.push(...page.orders.filter((order) => readyUnits(order, sku) > 0));
    reads += 1;
    if (page.next_cursor !== null && (reads === maxReads || orders.length > mostShown)) return { orders, isComplete: false };
  }
  return { orders, isComplete: true };
}
