import { type Action, createDrawn, type Item, replace } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { ApiError } from '../errors.ts';
import { parseExact } from '../values/json.ts';
import type { OrderState } from './schema.ts';

/** An order in the table: its JSON as it is answered, beside it what only we know and what lists filter by. */
export type OrderItem = {
  json: string;
  internal: string;
  /** Goes up with every write; `version`, with every change that is seen. */
  revision: number;
  version: number;
  created: string;
  authorized: boolean;
  cancelled: boolean;
  visible: boolean;
  settled: boolean;
};

export const orderKey = (number: string) => `ORDER#${number.padStart(12, '0')}`;

export function stateOf({ json, internal }: OrderItem): OrderState {
  const rest: Omit<OrderState, 'order'> = JSON.parse(internal);
  return { order: rest.exact ? parseExact(json) : JSON.parse(json), ...rest };
}

const largest = 350 * 1024;

function itemOf({ order, ...rest }: OrderState, revision: number): OrderItem & Item {
  const { version, created, authorized, cancelled, visible, balance } = order;
  const json = JSON.stringify(order);
  const internal = JSON.stringify(rest);
  if (Buffer.byteLength(json) + internal.length > largest) {
    throw new ApiError('order_full', 'This order holds as much as one can.');
  }
  return { json, internal, revision, version, created, authorized, cancelled, visible, settled: balance === 0 };
}

export const createOrder = (tenant: TenantId, state: OrderState): Action =>
  createDrawn(tenant, orderKey(state.order.number), itemOf(state, 1));

/** Replaces an order that is still as it was loaded. */
export const saveOrder = (tenant: TenantId, state: OrderState, loaded: number): Action =>
  replace(tenant, orderKey(state.order.number), itemOf(state, loaded + 1), {
    expression: 'revision = :loaded',
    values: { ':loaded': loaded },
  });
