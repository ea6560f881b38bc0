import type { Order } from '../../lib/order/schema.ts';
import type { Product } from '../../lib/product/schema.ts';
import type { User } from '../../lib/user/schema.ts';
import type { Calendar } from '../../lib/values/calendar.ts';
import { flagCell, textCell } from './csvText.ts';
import { type Columns, lineColumns, linesOf, orderColumns, paymentColumns, rowOf } from './orderRows.ts';

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
