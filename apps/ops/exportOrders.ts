import type { Order } from '../../lib/order/schema.ts';
import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';
import type { Saved, Target } from './exportTarget.ts';
import type { Source } from './orderPages.ts';
import { progressLine } from './progress.ts';
import { interruption } from './queue.ts';

export type Rows<P, T = Order> = {
  source: Source<P, T>;
  /** Returns the lines of an order or another item. Called every time the item is read. */
  rowsOf(item: T, until: string): string[];
  /** Prepares `rowsOf` to continue an export that already wrote this text. */
  resume?(text: string): void;
};

/** `noun` is what the rows are, for messages, such as `orders`. */
type Export<P, T> = Rows<P, T> & { noun: string; head: string };

/** Writes page by page, so that only one page is in memory at a time. Returns the number of rows. */
export async function exportOrders<P, T>(
  { noun, head, source, rowsOf, resume }: Export<P, T>,
  target: Target<P>,
  stop = interruption(),
  textOf: (error: unknown) => string = problemText,
): Promise<number> {
  const earlier = target.begin(head);
  if (earlier) resume?.(earlier.text());
  let saved: Saved<P> = earlier ?? { rows: 0, position: source.begin };
  const showProgress = progressLine();
  const stopped = (problem = '') => {
    const advice = target.isResumable ? ' Run the same command again to continue.' : '';
    return new CommandError(`${problem}Stopped after ${saved.rows} ${noun}.${advice}`);
  };
  for (;;) {
    if (stop.aborted) throw stopped();
    const { items, until, next } = await source.read(saved.position).catch((error) => Promise.reject(stopped(textOf(error))));
    const rows = items.flatMap((item) => rowsOf(item, until));
    const count = saved.rows + rows.length;
    const position = next(count);
    showProgress(`${count} ${noun}`, position === undefined);
    saved = { rows: count, position: position ?? saved.position };
    await target.write(rows.join(''), saved);
    if (position === undefined) break;
  }
  target.finish();
  return saved.rows;
}
