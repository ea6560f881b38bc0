import type { Order } from '../../lib/order/schema.ts';
import { uniqueName } from './actors.ts';
import { type Answer, type As, call, type Options } from './call.ts';

const orderCall =
  (id: string) =>
  ({ key }: As, number: string, body?: unknown, headers?: Options['headers']): Promise<Answer> =>
    call(id, { as: key, params: { number }, body, ...(headers && { headers }) });

export const getOrder = orderCall('getOrder');
export const update = orderCall('updateOrder');
export const pay = orderCall('createPayment');
export const cancelPart = orderCall('cancelPart');
export const split = orderCall('splitShipment');
export const erase = orderCall('eraseCustomer');

type Parcel = { number: string; shipments: { id: string }[] };

export const ship = ({ key }: As, { number, shipments }: Parcel, body: unknown) =>
  call('updateShipment', { as: key, params: { number, id: shipments[0]?.id as string }, body });

/** Records that units of a shipment, the first one by default, came back. */
export const returnUnits = ({ key }: As, { number, shipments }: Parcel, body?: unknown, headers: Options['headers'] = {}) =>
  call('returnShipment', { as: key, params: { number, id: shipments[0]?.id as string }, body, headers });

export const place = ({ key }: As, body: unknown, headers?: Options['headers']) =>
  call('placeOrder', { as: key, body, ...(headers && { headers }) });

export const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** What a new product has in fields that were not sent. */
export const newProduct = { weight: null, tax_rate: null, low_stock: null, archived: false };

/** Creates a product. It is uncounted unless its stock is given. */
export async function aProduct({ key }: As, given: object = {}): Promise<string> {
  const sku = uniqueName('sku');
  await call('putProduct', { as: key, params: { sku }, body: { name: 'Tea', price: 10, stock: null, ...given } });
  return sku;
}

/** Places an order for one product at 10, unless lines are given. */
export async function anOrder(store: As, given: object = {}): Promise<Order> {
  const lines = 'lines' in given ? undefined : [{ sku: await aProduct(store), quantity: 1 }];
  return (await place(store, { ...(lines && { lines }), ...given })).payload.orders;
}

export const read = async (store: As, number: string): Promise<Order> => (await getOrder(store, number)).payload.orders;

/** The available and reserved units of a product, such as `[5, 2]`, or null if it is uncounted. */
export async function stockOf({ key }: As, sku: string): Promise<[number, number] | null> {
  const { stock } = (await call('getProduct', { as: key, params: { sku } })).payload.product;
  return stock && [stock.available, stock.reserved];
}

/** Counts responses by code or status, such as `{ 201: 20, payment_exceeds_balance: 10 }`. */
export function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, status, text } of answers) {
    const outcome = status < 500 ? (code ?? status) : text;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
