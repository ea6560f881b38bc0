import { type IdempotencyKey, keyReused } from '../api/idempotency.ts';
import type { IfMatch } from '../api/version.ts';
import type { Order } from './schema.ts';
import type { OrderStock } from './stockMoves.ts';

/** An order together with what is stored but never returned. Names are short, because every order stores them. */
export type OrderState = {
  order: Order;
  stock: OrderStock;
  /** A request has set `authorized`, so the store's webhook no longer can. */
  decided: boolean;
  /** Some number in `transaction_data` or `metadata` has more digits than a double can hold. */
  exact: boolean;
  history: History;
  /** The idempotency keys of payments, credits, cancelled parts, splits and returns, kept forever. */
  keys: Record<string, { id: string; body: string }>;
  /** The latest requests that changed it, so that each recognizes its own write after a lost response. */
  marks: string[];
};

/** A request that records something: the new ID, the time, its idempotency key, and the versions of the order that it accepts. */
export type Recording = { id: string; now: Date; idempotency: IdempotencyKey | undefined; ifMatch: IfMatch };

/** What an earlier request with this key recorded. Throws if that request had another body. */
export function recordedWith({ keys }: OrderState, idempotency: IdempotencyKey | undefined): string | undefined {
  const earlier = idempotency && keys[idempotency.id];
  if (earlier && earlier.body !== idempotency.body) throw keyReused();
  return earlier?.id;
}

/** The idempotency keys of an order, including the one that recorded this ID. */
export const withKey = ({ keys }: OrderState, idempotency: IdempotencyKey | undefined, id: string): OrderState['keys'] =>
  idempotency ? { ...keys, [idempotency.id]: { id, body: idempotency.body } } : keys;

/** The order with its next version. `updated` grows with each version, whatever the clocks say. */
export const withNextVersion = (order: Order, now: Date): Order => ({
  ...order,
  version: order.version + 1,
  updated: new Date(Math.max(now.getTime(), Date.parse(order.updated) + 1)).toISOString(),
});

/** Stored compactly, because an order can have hundreds of entries. Entries refer to `keys` by index. */
export type History = { keys: [id: string, label: string | null][]; entries: Entry[] };
export type Entry = [
  time: number,
  version: number,
  operation: string,
  key: number | null,
  actor: string | null,
  request: string | null,
  changes: Change[],
];
/** A field with its values. Payments and credits are referred to by index, fields of shipments begin with its ID. */
export type Change = [field: string, from?: unknown, to?: unknown];

/** The codes under which operations are stored. */
export const codes: Record<string, string> = {
  placeOrder: 'o',
  updateOrder: 'u',
  updateShipment: 's',
  createPayment: 'p',
  createCredit: 'c',
  splitShipment: 'x',
  returnShipment: 'r',
  cancelPart: 'k',
  eraseCustomer: 'e',
};
