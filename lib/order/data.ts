import { type Action, createGeneratedAction, type Item, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { put } from '../db/write.ts';
import { ApiError, notFound } from '../errors.ts';
import { timeId, timeIdAt } from '../values/id.ts';
import { Json, parseExact } from '../values/json.ts';
import type { Order } from './schema.ts';
import type { OrderState } from './state.ts';
import { stockMoves } from './stock.ts';
import { lifted, orderSchema } from './upcast.ts';

/** An order as stored: the JSON that responses return, the internal state, and the attributes that lists filter by. */
export type OrderItem = {
  json: string;
  internal: string;
  /** The shape of both. Missing in the first. */
  schema?: number;
  /** Increases with every write. `version` increases only with changes that callers can see. */
  revision: number;
  version: number;
  created: string;
  authorized: boolean;
  cancelled: boolean;
  visible: boolean;
  settled: boolean;
};

export const orderKey = (number: string) => `ORDER#${number.padStart(12, '0')}`;

const maxOrderBytes = 350 * 1024;
/** Kept for refunds, cancelling and shipments, so that money and goods can always go back. */
const reserveBytes = 30 * 1024;
const ordinaryLimit = maxOrderBytes - reserveBytes;

function orderItem({ order, ...rest }: OrderState, revision: number, limit: number): OrderItem & Item {
  const { version, created, authorized, cancelled, visible, balance } = order;
  const json = JSON.stringify(order);
  const internal = JSON.stringify(rest);
  const bytes = Buffer.byteLength(json) + internal.length;
  if (bytes > limit) {
    const message = `This order would take ${bytes} bytes; the limit is ${limit} (${limit / 1024} KB). Send less data.`;
    throw new ApiError('order_full', message);
  }
  return {
    json,
    internal,
    schema: orderSchema,
    revision,
    version,
    created,
    authorized,
    cancelled,
    visible,
    settled: balance === 0,
  };
}

function stateOf({ json, internal, schema = 1 }: OrderItem): OrderState {
  const rest: Omit<OrderState, 'order'> = JSON.parse(internal);
  return lifted({ order: rest.exact ? parseExact(json) : JSON.parse(json), ...rest }, schema);
}

/** An order as responses return it. The text is the stored one, unless an older version wrote it. */
export function orderJson(item: OrderItem): Json<Order> {
  const text = item.schema === orderSchema ? item.json : JSON.stringify(stateOf(item).order);
  return new Json(text, item.version);
}

export const createOrderAction = (tenant: TenantId, state: OrderState): Action =>
  createGeneratedAction(tenant, orderKey(state.order.number), orderItem(state, 1, ordinaryLimit));

/** Replaces an order if it has not been written since it was loaded. */
const saveOrderAction = (tenant: TenantId, state: OrderState, revision: number, limit: number): Action =>
  putAction(tenant, orderKey(state.order.number), orderItem(state, revision + 1, limit), {
    expression: 'revision = :loaded',
    values: { ':loaded': revision },
  });

export async function getOrder(tenant: TenantId, number: string): Promise<Json<Order>> {
  return orderJson(await load(tenant, number));
}

export async function findOrder(tenant: TenantId, number: string): Promise<Json<Order> | undefined> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  return item && orderJson(item);
}

async function load(tenant: TenantId, number: string): Promise<OrderItem> {
  const item = await find<OrderItem>(tenant, orderKey(number));
  if (!item) throw notFound(`order ${number} in this store`);
  return item;
}

/** Longer than a request can run, so that it always finds its own write, however many others write in between. */
const markLifetimeMs = 20_000;

export type Change = { tenant: TenantId; item: OrderItem; before: OrderState; after: OrderState; save: Action };

/** Saves an order without moving stock. */
async function saveWithoutStock({ before, after, save }: Change): Promise<void> {
  if (stockMoves(before.stock, after.stock).length > 0) throw new Error('the change moves stock, so it needs createStockSaver');
  await put(save);
}

/** Whether a change adds a payment, a credit or longer texts. */
function addsData(before: OrderState, after: OrderState): boolean {
  const textLength = ({ order: { customer, shipping_address, note } }: OrderState) =>
    JSON.stringify([customer, shipping_address, note]).length;
  return (
    after.order.paid !== before.order.paid ||
    after.credits.length > before.credits.length ||
    textLength(after) > textLength(before)
  );
}

/** Loads an order, lets `decide` change it, and saves it exactly once or not at all. */
export function changeOrder(
  tenant: TenantId,
  number: string,
  now: Date,
  decide: (state: OrderState) => OrderState,
  save: (change: Change) => Promise<void> = saveWithoutStock,
): Promise<OrderState> {
  const writeId = timeId(now);
  return retryOnConflict(async () => {
    const item = await load(tenant, number);
    const before = stateOf(item);
    if (before.marks.includes(writeId)) return before;
    const after = decide(before);
    if (after === before) return before;
    const marks = [writeId, ...before.marks.filter((other) => other > timeIdAt(now.getTime() - markLifetimeMs))];
    const limit = addsData(before, after) ? ordinaryLimit : maxOrderBytes;
    await save({ tenant, item, before, after, save: saveOrderAction(tenant, { ...after, marks }, item.revision, limit) });
    return after;
  });
}
