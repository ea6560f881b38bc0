import { ApiError } from '../api/errors.ts';
import type { Item } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { findMany } from '../db/read.ts';
import { storedSchema } from '../db/storedSchema.ts';
import { Json, parseExact } from '../values/json.ts';
import { trimmed } from './history.ts';
import type { Order } from './schema.ts';
import type { OrderState } from './state.ts';

const orderSchema = storedSchema<OrderState>();

/** An order as stored: the JSON that responses return, the internal state, and the attributes that lists filter by. */
export type OrderItem = {
  json: string;
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
  /** The states of its shipments. */
  shipment_states: string[];
};

/** The attributes by which lists filter. */
export const flags = ['authorized', 'cancelled', 'visible', 'settled'] as const;

/** What lists fetch: all but the internal state, such as the history. */
export const listed: readonly (keyof Found)[] = ['sk', 'json', 'version', 'created', 'shipment_states', ...flags];

export const orderKey = (number: string) => `ORDER#${number.padStart(12, '0')}`;

const maxOrderBytes = 350 * 1024;
/** Reserved for refunds, cancellations and shipments, so that they always fit. */
const reserveBytes = 30 * 1024;
export const ordinaryLimit = maxOrderBytes - reserveBytes;

/** The size limit for a change. Adding payments, credits, shipments, returns or longer texts must not use the reserve. */
export function limitFor(before: OrderState, after: OrderState): number {
  const bytesOf = ({ order: { customer, shipping_address, note, shipments, payments } }: OrderState) => {
    const tracking = shipments.map(({ carrier, tracking_number, tracking_url }) => [carrier, tracking_number, tracking_url]);
    const extras = payments.flatMap(({ transaction_data, reason }) => [JSON.stringify(transaction_data), reason ?? '{}']);
    const given = extras.filter((text) => text !== '{}');
    return Buffer.byteLength(JSON.stringify([customer, shipping_address, note, tracking, given]));
  };
  const countOf = ({ order, credits, returns }: OrderState) => credits.length + returns.length + order.shipments.length;
  const isLonger =
    after.order.paid !== before.order.paid || countOf(after) > countOf(before) || bytesOf(after) > bytesOf(before);
  return isLonger ? ordinaryLimit : maxOrderBytes;
}

export function orderItem({ order, ...rest }: OrderState, revision: number, limit: number): OrderItem & Item {
  const { version, created, authorized, cancelled, visible, balance } = order;
  const json = JSON.stringify(order);
  const empty = { ...rest, history: { ...rest.history, keys: [], entries: [] } };
  const room = limit - Buffer.byteLength(json) - Buffer.byteLength(JSON.stringify(empty));
  const internal = JSON.stringify({ ...rest, history: trimmed(rest.history, room) });
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(internal);
  if (bytes > limit) {
    const message = `This order would take ${bytes} bytes; the limit is ${limit} (${limit / 1024} KB). Send less data.`;
    throw new ApiError('order_full', message);
  }
  return {
    json,
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
    shipment_states: order.shipments.map(({ state }) => state),
  };
}

export function stateOf({ json, internal, schema }: OrderItem): OrderState {
  const rest: Omit<OrderState, 'order'> = JSON.parse(internal);
  return orderSchema.upgrade({ order: rest.exact ? parseExact(json) : JSON.parse(json), ...rest }, schema);
}

/** An order as responses return it: the stored text. A future schema step must also be applied here, without `internal`. */
export const orderJson = ({ json, version }: Pick<OrderItem, 'json' | 'version'>) => new Json<Order>(json, version);

/** An order in a list. `position` is set if the list does not read the orders themselves, but keys that lead to them. */
export type Found = OrderItem & { sk: string; position?: string };

/** Loads up to 100 orders in this sequence. One may be missing, because it changed in between. */
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
