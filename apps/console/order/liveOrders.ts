import { useMemo, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { useChanges } from '../feed.ts';
import { calendar } from '../format.ts';
import type { Pages } from '../pages.ts';

type Filters = Record<string, string>;
type Changed = ReadonlyMap<string, Order>;

/** Filters that can be checked on the order itself. Only the service can check the others. */
const tests: Record<string, (order: Order, value: string) => boolean> = {
  authorized: ({ authorized }, value) => `${authorized}` === value,
  cancelled: ({ cancelled }, value) => `${cancelled}` === value,
  visible: ({ visible }, value) => `${visible}` === value,
  shippable: ({ authorized, cancelled, shipments }, value) =>
    `${authorized && !cancelled && shipments.some(({ state }) => state === 'ready')}` === value,
  overpaid: ({ balance }, value) => `${balance < 0}` === value,
  settled: ({ balance }, value) => `${balance === 0}` === value,
  shipment_state: ({ shipments }, value) => shipments.some(({ state }) => state === value),
  sku: ({ lines }, value) => lines.some(({ sku }) => sku === value),
  tag: ({ tags }, value) => tags.includes(value),
  from: ({ created }, value) => calendar().day(created) >= value,
  to: ({ created }, value) => calendar().day(created) <= value,
};

const canTest = (filters: Filters) => Object.keys(filters).every((name) => name in tests);

const mayMatch = (order: Order, filters: Filters) =>
  Object.entries(filters).every(([name, value]) => tests[name]?.(order, value) ?? true);

/** Keeps a list of orders up to date with what others change. Returns the orders, and whether one has changed. */
export function useLiveOrders(
  pages: Pages<Order>,
  { order: sort = 'desc', ...filters }: Filters,
): [Order[], isChanged: (order: Order) => boolean] {
  const [changed, setChanged] = useState<Changed>(new Map());
  const { items, hasMore } = pages;
  useChanges((orders) => {
    // Until the list is loaded, changes can wait: the feed repeats them.
    if (items.length === 0 && hasMore) return;
    const listed = byNumber(items);
    const newer = orders.filter(({ number, version }) =>
      [listed, changed].every((known) => version > (known.get(number)?.version ?? 0)),
    );
    if (newer.length === 0) return;
    setChanged((before) => new Map([...before, ...byNumber(newer)]));
    if (!canTest(filters) && newer.some((order) => listed.has(order.number) || mayMatch(order, filters))) pages.reload();
  });
  const newest = (order: Order) => {
    const now = changed.get(order.number);
    return now && now.version >= order.version ? now : order;
  };
  const shown = useMemo(
    () =>
      (canTest(filters) ? merged(pages, changed, sort === 'asc' ? 1 : -1) : items.map(newest)).filter((order) =>
        mayMatch(order, filters),
      ),
    [items, hasMore, changed, sort, JSON.stringify(filters)],
  );
  return [shown, (order) => changed.get(order.number) === order];
}

const byNumber = (orders: readonly Order[]) => new Map(orders.map((order) => [order.number, order]));

/** The listed orders and those that changed, as they are now, up to where the list is loaded. */
function merged({ items, hasMore }: Pages<Order>, changed: Changed, direction: 1 | -1): Order[] {
  const end = hasMore
    ? Number(items.at(-1)?.number ?? -direction * Number.POSITIVE_INFINITY)
    : direction * Number.POSITIVE_INFINITY;
  const orders = byNumber(items);
  for (const order of changed.values()) {
    const isNewer = order.version > (orders.get(order.number)?.version ?? 0);
    if (isNewer && direction * (Number(order.number) - end) <= 0) orders.set(order.number, order);
  }
  return [...orders.values()].sort((a, b) => direction * (Number(a.number) - Number(b.number)));
}
