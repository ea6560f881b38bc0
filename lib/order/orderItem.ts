import { ApiError } from '../api/errors.ts';
import type { Item } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { findMany } from '../db/read.ts';
import { storedSchema } from '../db/storedSchema.ts';
import { paddedNumber } from '../values/id.ts';
import { Json, parseAttached } from '../values/json.ts';
import { trimmed } from './history.ts';
import { textFields } from './ownFields.ts';
import type { Order } from './schema.ts';
import type { OrderState } from './state.ts';
import { unfinishedKey } from './tasks.ts';

const orderSchema = storedSchema<OrderState>();

/** Fields of an order that most orders lack. They are stored apart, so that an order without them does not grow. */
const none = JSON.stringify({
  taxes: [],
  billing_address: null,
  reference: null,
  tags: [],
  metadata: null,
  credits: [],
  returns: [],
});

/** An order as stored: the JSON that responses return, the internal state, and the attributes that lists filter by. */
export type OrderItem = {
  json: string;
  /** The rare fields, if the order has any. */
  more?: string | undefined;
  internal: string;
  /** The schema version of `json` and `internal`. */
  schema: number;
  /** Increases with every write. `version` increases only with changes that callers can see. */
  revision: number;
  version: number;
  created: string;
  authorized: boolean;
  cancelled: boolean;
  visible: boolean;
  settled: boolean;
  /** When it last changed, and its number. */
  changed: string;
  /** Its currency, total, credited, paid and refunded amounts and its balance, as JSON, for the index of changes. */
  sums: string;
  /** The states of its shipments. */
  shipment_states: string[];
  /** Its number, the letters of its tasks, and what is overpaid. Missing if nothing is left to do. */
  unfinished?: string | undefined;
};

/** The true-or-false attributes by which lists filter. */
export const flags = ['authorized', 'cancelled', 'visible', 'settled'] as const;

/** What lists fetch: all but the internal state, such as the history. */
export const listed: readonly (keyof Found)[] = [
  'sk',
  'json',
  'more',
  'version',
  'created',
  'shipment_states',
  'unfinished',
  ...flags,
];

export const orderKey = (number: string) => `ORDER#${paddedNumber(number)}`;

export const maxOrderBytes = 350 * 1024;
/** Reserved for refunds without texts, cancelling the order and states of shipments, so that money can always go back. */
const reserveBytes = 30 * 1024;
export const ordinaryLimit = maxOrderBytes - reserveBytes;

/**
 * The size limit for a change. Adding payments, credits, cancelled parts, shipments, returns or longer texts must not use the
 * reserve.
 */
export function limitFor(before: OrderState, after: OrderState): number {
  const [parts, former] = [partCounts(after), partCounts(before)];
  const hasNewPart = parts.some((count, i) => count > (former[i] as number));
  const hasLongerText = textBytes(after) > textBytes(before);
  return hasNewPart || hasLongerText ? ordinaryLimit : maxOrderBytes;
}

function partCounts({ order: { payments, credits, returns, shipments } }: OrderState): number[] {
  const paid = payments.filter(({ total }) => total > 0);
  return [paid, credits, returns, shipments].map(({ length }) => length);
}

/** The size of all texts that callers choose. */
function textBytes({ order }: OrderState): number {
  const { shipments, payments } = order;
  const tracking = shipments.map(({ carrier, tracking_number, tracking_url }) => [carrier, tracking_number, tracking_url]);
  const data = payments.map(({ transaction_data }) => transaction_data).filter((one) => Object.keys(one).length > 0);
  const reasons = payments.flatMap(({ reason }) => reason ?? []);
  const own = textFields.map((field) => order[field]).filter((text) => text !== null);
  return Buffer.byteLength(JSON.stringify([own, tracking, data, reasons]));
}

export function orderItem({ order, ...rest }: OrderState, revision: number, limit: number): OrderItem & Item {
  const { version, created, authorized, cancelled, visible, balance } = order;
  const { json, more } = textsOf(order);
  const empty = { ...rest, history: { ...rest.history, keys: [], entries: [] } };
  const orderBytes = Buffer.byteLength(json) + Buffer.byteLength(more ?? '');
  const room = limit - orderBytes - Buffer.byteLength(JSON.stringify(empty));
  const internal = JSON.stringify({ ...rest, history: trimmed(rest.history, room) });
  const bytes = orderBytes + Buffer.byteLength(internal);
  if (bytes > limit) {
    const message = `This order would take ${bytes} bytes; the limit is ${limit} (${limit / 1024} KB). Send less data; in a refund, leave out \`reason\` and \`transaction_data\`.`;
    throw new ApiError('order_full', message);
  }
  return {
    json,
    more,
    internal,
    schema: orderSchema.version,
    revision,
    version,
    created,
    authorized,
    cancelled,
    visible,
    settled: balance === 0,
    changed: `${order.updated}#${order.number}`,
    sums: JSON.stringify([order.currency, order.total, order.credited, order.paid, order.refunded, balance]),
    shipment_states: order.shipments.map(({ state }) => state),
    unfinished: unfinishedKey(order),
  };
}

function textsOf(order: Order): Pick<OrderItem, 'json' | 'more'> {
  const { taxes, billing_address, reference, tags, metadata, credits, returns, ...others } = order;
  const more = JSON.stringify({ taxes, billing_address, reference, tags, metadata, credits, returns });
  return { json: JSON.stringify(others), more: more === none ? undefined : more };
}

export function stateOf(item: OrderItem): OrderState {
  const { text } = orderJson(item);
  const rest: Omit<OrderState, 'order'> = JSON.parse(item.internal);
  return orderSchema.upgrade(
    { order: rest.exact ? (parseAttached(text) as unknown as Order) : JSON.parse(text), ...rest },
    item.schema,
  );
}

/** An order as responses return it: the stored text. A future schema step must also be applied here, without `internal`. */
export const orderJson = ({ json, more = none, version }: Pick<OrderItem, 'json' | 'more' | 'version'>) =>
  new Json<Order>(`${json.slice(0, -1)},${more.slice(1)}`, version);

export const parsedOrder = (item: OrderItem): Order => JSON.parse(orderJson(item).text);

/** An order in a list. `position` is set if the list does not read the orders themselves, but keys that lead to them. */
export type Found = OrderItem & { sk: string; position?: string };

/** Loads up to 100 orders in this sequence. Numbers that no order has are left out. */
export async function findOrders(
  tenant: TenantId,
  found: readonly (readonly [position: string, sk: string])[],
): Promise<Found[]> {
  const orders = await findMany<Found>(tenant, [...new Set(found.map(([, sk]) => sk))], listed);
  return found.flatMap(([position, sk]) => {
    const order = orders.get(sk);
    return order ? [{ ...order, position }] : [];
  });
}
