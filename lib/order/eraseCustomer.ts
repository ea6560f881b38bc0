import { type OrderAuthor, recorded, withoutValuesOf } from './history.ts';
import { personalFields } from './ownFields.ts';
import { type OrderState, withNextVersion } from './state.ts';

const erased = Object.fromEntries(personalFields.map((field) => [field, null]));

/** Erases the customer from an order and its history, which still shows that these fields changed. */
export function eraseCustomer(state: OrderState, by: OrderAuthor, now: Date): OrderState {
  const { order, history } = state;
  const isErased =
    personalFields.every((field) => order[field] === null) && isEqual(withoutValuesOf(personalFields, history), history);
  if (isErased) return state;
  const after = { ...state, order: withNextVersion({ ...order, ...erased }, now) };
  return { ...after, history: withoutValuesOf(personalFields, recorded(state, after, by, now)) };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
