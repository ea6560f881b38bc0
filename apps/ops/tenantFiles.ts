import type { Order } from '../../lib/order/schema.ts';
import type { Product } from '../../lib/product/schema.ts';
import type { User } from '../../lib/user/schema.ts';
import type { Calendar } from '../../lib/values/calendar.ts';
import type { StoreClient } from '../client/client.ts';
import { flagCell, textCell } from './csvText.ts';
import { type ListPosition, listed, type Source } from './orderPages.ts';
import { type Columns, lineColumns, linesOf, orderColumns, paymentColumns, rowOf } from './orderRows.ts';

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

/** A CSV that is made from the items of a JSON Lines file. */
export type Table = { from: string; head: string[]; rowsOf(item: unknown): string[][] };

const productColumns: Columns<Product> = {
  sku: ({ sku }) => textCell(sku),
  name: ({ name }) => textCell(name),
  price: ({ price }) => `${price}`,
  available: ({ stock }) => `${stock?.available ?? ''}`,
  reserved: ({ stock }) => `${stock?.reserved ?? ''}`,
  weight: ({ weight }) => `${weight ?? ''}`,
  tax_rate: ({ tax_rate }) => `${tax_rate ?? ''}`,
  low_stock: ({ low_stock }) => `${low_stock ?? ''}`,
  archived: ({ archived }) => flagCell(archived),
};

const userColumns: Columns<User> = {
  id: ({ id }) => id,
  first_name: ({ first_name }) => textCell(first_name),
  last_name: ({ last_name }) => textCell(last_name),
  email: ({ email }) => textCell(email),
  phone: ({ phone }) => textCell(phone),
  active: ({ active }) => flagCell(active),
  permissions: ({ permissions }) =>
    Object.entries(permissions)
      .flatMap(([name, given]) => (given ? [name] : []))
      .join('; '),
  created_utc: ({ created }) => created,
};

/** The tables of an export, by the name of their file. */
export function tables(calendar: Calendar): Record<string, Table> {
  const tableOf = <I, T>(from: string, columns: Columns<T>, partsOf: (item: I) => T[]): Table => ({
    from,
    head: Object.keys(columns),
    rowsOf: (item) => partsOf(item as I).map((part) => rowOf(columns, part, calendar)),
  });
  return {
    users: tableOf('users', userColumns, (user: User) => [user]),
    products: tableOf('products', productColumns, (product: Product) => [product]),
    archived_products: tableOf('archived_products', productColumns, (product: Product) => [product]),
    orders: tableOf('orders', orderColumns, (order: Order) => [order]),
    lines: tableOf('orders', lineColumns, linesOf),
    payments: tableOf('orders', paymentColumns, (order: Order) => order.payments.map((payment) => ({ order, payment }))),
  };
}
