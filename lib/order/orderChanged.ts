import type { TenantId } from '../db/key.ts';
import { Json, stringify } from '../values/json.ts';
import type { ChangedOrder } from '../webhook/follow.ts';
import type { Sample } from '../webhook/testCall.ts';
import { confirmOrderSample } from './confirmOrder.ts';
import { loadOrder } from './data.ts';
import { changesOf } from './history.ts';
import { orderJson, stateOf } from './orderItem.ts';

/** The order as it is now, and what happened to it. */
export async function loadChanged(tenant: TenantId, number: string): Promise<ChangedOrder> {
  const item = await loadOrder(tenant, number);
  const state = stateOf(item);
  const { version, updated } = state.order;
  return { version, updated, data: new Json(stringify({ order: orderJson(item), changes: changesOf(state) })) };
}

export const orderChangedSample: Sample = {
  ...confirmOrderSample,
  data: (now) => ({
    ...confirmOrderSample.data(now),
    changes: [{ version: 1, time: now.toISOString(), operation: 'placeOrder' }],
  }),
};
