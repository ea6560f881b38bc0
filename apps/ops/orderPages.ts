import { changeSlackMs } from '../../lib/order/limits.ts';
import type { Order } from '../../lib/order/schema.ts';
import type { StoreClient } from '../client/client.ts';
import type { Period } from './days.ts';

type Page<P, T> = {
  items: T[];
  /** Payments recorded after this time belong to a later export. */
  until: string;
  /** The position of the next page, or undefined at the end. `found` is the number of rows written so far. */
  next(found: number): P | undefined;
};

/** A list that is read page by page. A position is plain data, so another process can continue from it. */
export type Source<P, T = Order> = { begin: P; read(position: P): Promise<Page<P, T>> };

export type ListPosition = { cursor: string | null };
type Query = { cursor?: string; limit: number };

/** Small enough to limit memory use, and large enough to limit the number of requests. */
const limit = 250;

/** A list of the API. A cursor contains the filters of the first request. */
export const listed = <Name extends string, T>(
  read: (query: Query) => Promise<Record<Name, T[]> & { next_cursor: string | null }>,
  name: Name,
  filters: object = {},
  size = limit,
): Source<ListPosition, T> => ({
  begin: { cursor: null },
  read: async ({ cursor }) => {
    const { [name]: items, next_cursor } = await read({ ...(cursor ? { cursor } : filters), limit: size });
    return { items, until: '', next: () => (next_cursor ? { cursor: next_cursor } : undefined) };
  },
});

/** The orders placed in a period, newest first. */
export const placedOrders = (store: StoreClient, { from, to }: Period) =>
  listed(store.getOrders, 'orders', { created_from: from, created_to: to });

/**
 * `found`: the number of rows when the walk began. `until`: the end of the period or, if earlier, the start of the first
 * walk.
 */
export type ChangedPosition = { since: string; cursor: string | null; walks: number; found: number; until: string | null };

/**
 * The orders that changed since the period began. A walk may miss or repeat an order that changes during it. So more walks
 * follow, each over the changes since the last one, until one finds nothing new.
 */
export const changedOrders = (getOrders: StoreClient['getOrders'], { from, to }: Period): Source<ChangedPosition> => ({
  begin: { since: from, cursor: null, walks: 1, found: 0, until: null },
  read: async (position) => {
    const { since, cursor, walks } = position;
    const { orders, next_cursor, synced_until = since } = await getOrders(cursor ? { cursor } : { updated_from: since });
    const begun = new Date(Date.parse(synced_until) + changeSlackMs).toISOString();
    const until = position.until ?? (to < begun ? to : begun);
    return {
      items: orders,
      until,
      next: (found) => {
        if (next_cursor) return { ...position, cursor: next_cursor, until };
        if (walks > 1 && found === position.found) return undefined;
        return { since: synced_until, cursor: null, walks: walks + 1, found, until };
      },
    };
  },
});

/** What an order adds to a period, and how many of its entries are in it. */
export type Added<T> = { value: T; entries: number };

/**
 * What every order that changed since the period began adds to it, in its latest state. `until` is the end of the period, or the
 * time of reading if earlier.
 */
export async function readChanged<T>(
  getOrders: StoreClient['getOrders'],
  period: Period,
  addedBy: (order: Order, within: Period) => Added<T>,
  say: (seen: number, isLast: boolean) => void,
): Promise<{ values: T[]; until: string }> {
  const { begin, read } = changedOrders(getOrders, period);
  const known = new Map<string, Added<T>>();
  let found = 0;
  let until = period.to;
  for (let position: ChangedPosition | undefined = begin; position; ) {
    const page = await read(position);
    until = page.until;
    for (const order of page.items) {
      const added = addedBy(order, { ...period, to: until });
      found += added.entries - (known.get(order.number)?.entries ?? 0);
      known.set(order.number, added);
    }
    position = page.next(found);
    say(known.size, !position);
  }
  return { values: [...known.values()].map(({ value }) => value), until };
}
