import type { StoreClient } from '../client/client.ts';
import { type ListPosition, listed, type Source } from './orderPages.ts';

/** The histories of the orders on a page are read at once. */
const ordersAtOnce = 20;

/** Everything that a store owns, by the name of its file. What is one thing is a list of one. */
export const lists = (store: StoreClient): Record<string, Source<ListPosition, unknown>> => ({
  tenant: whole(async () => [await store.getOwnTenant()]),
  legal: whole(async () => [await store.getLegal()]),
  opening_hours: whole(async () => [await store.getOpeningHours()]),
  availability: whole(async () => [await store.getAvailability()]),
  webhooks: whole(() => store.getWebhooks()),
  users: listed(store.getUsers, 'users'),
  keys: listed(store.getOwnKeys, 'keys'),
  audit: listed(store.getOwnAudit, 'entries'),
  products: listed(store.getProducts, 'products'),
  archived_products: listed(store.getProducts, 'products', { archived: true }),
  orders: listed(store.getOrders, 'orders'),
  history: listed(
    async (query) => {
      const { orders, next_cursor } = await store.getOrders(query);
      const histories = orders.map(async ({ number }) => {
        const entries = await Array.fromAsync(store.history({ number }));
        return entries.map((entry) => ({ order: number, ...entry }));
      });
      return { entries: (await Promise.all(histories)).flat(), next_cursor };
    },
    'entries',
    {},
    ordersAtOnce,
  ),
  deliveries: listed((query) => store.getDeliveries({ name: 'confirm-order', ...query }), 'deliveries'),
});

/** A list that is read at once. */
const whole = (read: () => Promise<unknown[]>): Source<ListPosition, unknown> => ({
  begin: { cursor: null },
  read: async () => ({ items: await read(), until: '', next: () => undefined }),
});
