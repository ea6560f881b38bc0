import { type OrderAuthor, recorded, withoutValuesOf } from './history.ts';
import { type OrderState, withNextVersion } from './state.ts';

/** What an order says about its customer, apart from what belongs to its money. */
const erased = { customer: null, shipping_address: null, billing_address: null, note: null, metadata: null };
const fields = Object.keys(erased) as (keyof typeof erased)[];

/** Erases the customer from an order and its history, which still shows that these fields changed. */
export function eraseCustomer(state: OrderState, by: OrderAuthor, now: Date): OrderState {
  const { order, history } = state;
  const isErased = fields.every((field) => order[field] === null) && isEqual(withoutValuesOf(fields, history), history);
  if (isErased) return state;
  const after = { ...state, order: withNextVersion({ ...order, ...erased }, now) };
  return { ...after, history: withoutValuesOf(fields, recorded(state, after, by, now)) };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
