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

/** The number of an order and the letters of its tasks, if it has any left. */
export function unfinishedKey(order: Order): string | undefined {
  const letters = taskNames.flatMap((name) => (tasks[name].isLeft(order) ? tasks[name].letter : []));
  return letters.length > 0 ? `${order.number.padStart(12, '0')}#${letters.join('')}` : undefined;
}

/** Whether a key contains this task. */
export const isLeft = ({ unfinished = '' }: { unfinished?: string | undefined }, name: Task): boolean =>
  unfinished.includes(tasks[name].letter);
