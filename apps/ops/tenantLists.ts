import type { StoreClient } from '../client/client.ts';
import type { Source } from './orderPages.ts';

type Position = { cursor: string | null };
type Query = { cursor?: string; limit: number };
type Page = { items: unknown[]; next_cursor: string | null };

const limit = 250;
/** The histories of the orders on a page are read at once. */
const ordersAtOnce = 20;

/** Everything that a store owns, by the name of its file. What is one thing is a list of one. */
export const lists = (store: StoreClient): Record<string, Source<Position, unknown>> => ({
  tenant: things(() => [store.getOwnTenant()]),
  legal: things(() => [store.getLegal()]),
  opening_hours: things(() => [store.getOpeningHours()]),
  availability: things(() => [store.getAvailability()]),
  webhooks: pages(async () => ({ items: await store.getWebhooks(), next_cursor: null })),
  users: pages(async (query) => named(await store.getUsers(query), 'users')),
  keys: pages(async (query) => named(await store.getOwnKeys(query), 'keys')),
  audit: pages(async (query) => named(await store.getOwnAudit(query), 'entries')),
  products: pages(async (query) => named(await store.getProducts(query), 'products')),
  archived_products: pages(async (query) => named(await store.getProducts(archived(query)), 'products')),
  orders: pages(async (query) => named(await store.getOrders(query), 'orders')),
  history: pages(async (query) => {
    const { orders, next_cursor } = await store.getOrders(query);
    const histories = orders.map(async ({ number }) => {
      const entries = await Array.fromAsync(store.history({ number }));
      return entries.map((entry) => ({ order: number, ...entry }));
    });
    return { items: (await Promise.all(histories)).flat(), next_cursor };
  }, ordersAtOnce),
  deliveries: pages(async (query) => named(await store.getDeliveries({ name: 'confirm-order', ...query }), 'deliveries')),
});

/** A cursor contains the filter. */
const archived = (query: Query) => (query.cursor ? query : { ...query, archived: true });

const begin: Position = { cursor: null };

const things = (read: () => Promise<unknown>[]): Source<Position, unknown> => ({
  begin,
  read: async () => ({ items: await Promise.all(read()), until: '', next: () => undefined }),
});

const named = <Name extends string>(page: Record<Name, unknown[]> & Pick<Page, 'next_cursor'>, name: Name): Page => ({
  items: page[name],
  next_cursor: page.next_cursor,
});

const pages = (read: (query: Query) => Promise<Page>, size = limit): Source<Position, unknown> => ({
  begin,
  read: async ({ cursor }) => {
    const { items, next_cursor } = await read({ ...(cursor && { cursor }), limit: size });
    return { items, until: '', next: () => (next_cursor ? { cursor: next_cursor } : undefined) };
  },
});
