import { paddedNumber } from '../values/id.ts';
import type { Order } from './schema.ts';

/** What can be left to do with an order, and its letter in the index of unfinished orders. */
const tasks = {
  overpaid: { letter: 'o', isLeft: ({ balance }: Order) => balance < 0 },
  shippable: {
    letter: 's',
    isLeft: ({ authorized, cancelled, shipments }: Order) =>
      authorized && !cancelled && shipments.some(({ state }) => state === 'ready'),
  },
};

export type Task = keyof typeof tasks;
export const taskNames = Object.keys(tasks) as Task[];

/**
 * The number of an order and the letters of its tasks, if it has any left. If it is overpaid, its currency and what is to be
 * refunded follow.
 */
export function unfinishedKey(order: Order): string | undefined {
  const letters = taskNames.flatMap((name) => (tasks[name].isLeft(order) ? tasks[name].letter : [])).join('');
  const { number, currency, balance } = order;
  if (letters === '') return undefined;
  return [paddedNumber(number), letters, ...(balance < 0 ? [currency, -balance] : [])].join('#');
}

type Keyed = { unfinished?: string | undefined };
const partsOf = ({ unfinished = '' }: Keyed) => unfinished.split('#');

/** Whether a key contains this task. */
export const isLeft = (key: Keyed, name: Task): boolean => (partsOf(key)[1] ?? '').includes(tasks[name].letter);

/** What is to be refunded, according to the key. */
export function refundOf(key: Keyed): { currency: string; amount: number } | undefined {
  const [, , currency, amount] = partsOf(key);
  return currency === undefined ? undefined : { currency, amount: Number(amount) };
}
