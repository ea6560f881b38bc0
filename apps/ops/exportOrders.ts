import { appendFileSync, existsSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { Order } from '../../lib/order/schema.ts';
import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';
import { mustWrite, progressFile } from './files.ts';
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
  const stopped = (problem = '') => new CommandError(`${problem}Stopped after ${saved.rows} ${noun}.${target.advice}`);
  while (saved.position !== undefined) {
    if (stop.aborted) throw stopped();
    const { items, until, next } = await source.read(saved.position).catch((error) => Promise.reject(stopped(textOf(error))));
    const rows = items.flatMap((item) => rowsOf(item, until));
    const count = saved.rows + rows.length;
    saved = { rows: count, position: next(count) };
    showProgress(`${count} ${noun}`, saved.position === undefined);
    await target.write(rows.join(''), saved);
  }
  target.finish();
  return saved.rows;
}

/** How far an export got. After the last page, it has no position. */
type Saved<P> = { rows: number; position?: P | undefined };

type Target<P> = {
  /** Returns how far an interrupted export got, and its text. Otherwise writes the header and returns undefined. */
  begin(head: string): (Saved<P> & { text(): string }) | undefined;
  write(text: string, saved: Saved<P>): Promise<void>;
  finish(): void;
  /** What to do after an interruption. */
  advice: string;
};

/**
 * Writes to `<file>.part`, which is renamed to `<file>` at the end. Only its owner can read what customers told the store. Unless
 * the work is `isOver`, an export that continued would lack what was added since it began, so it starts over.
 */
export function fileTarget<P>(file: string, work: readonly string[], isOver = true): Target<P> {
  const part = `${file}.part`;
  const identity = isOver ? work : [...work, new Date().toISOString()];
  const progress = progressFile<Saved<P> & { bytes: number }>(file, identity);
  let bytes = 0;
  const append = (text: string) => {
    if (!existsSync(part) || statSync(part).size !== bytes)
      throw new CommandError(
        `Another export has written to ${part}. Wait until it has finished, then run the same command again.`,
      );
    appendFileSync(part, text);
    bytes += Buffer.byteLength(text);
  };
  const findSaved = () => {
    const saved = progress.earlier().at(-1);
    return saved && existsSync(part) && statSync(part).size >= saved.bytes ? saved : undefined;
  };
  return {
    advice: isOver
      ? ' Run the same command again to continue.'
      : ' The period is not over, so the same command starts from the beginning.',
    begin: (head) => {
      if (existsSync(file) && !statSync(file).isFile())
        throw new CommandError(`${file} is not a file. Choose another path; without --file, the rows go to standard output.`);
      const saved = findSaved();
      if (!saved) progress.remove();
      // What follows the recorded bytes was written, but not recorded.
      mustWrite(file, () => (saved ? truncateSync(part, saved.bytes) : writeFileSync(part, head, { mode: 0o600 })));
      bytes = statSync(part).size;
      progress.begin();
      return saved && { ...saved, text: () => readFileSync(part, 'utf8') };
    },
    write: async (text, saved) => {
      mustWrite(file, () => append(text));
      progress.add({ ...saved, bytes });
    },
    finish: () => {
      mustWrite(file, () => {
        append('');
        renameSync(part, file);
      });
      progress.remove();
    },
  };
}

/** Writes to standard output, waiting when its reader is slow. */
export const outputTarget = <P>(): Target<P> => ({
  advice: '',
  begin: (head) => void process.stdout.write(head),
  write: async (text) => {
    if (!process.stdout.write(text)) await new Promise<void>((drained) => process.stdout.once('drain', drained));
  },
  finish: () => {},
});
