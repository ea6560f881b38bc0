import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { textOf } from '../imports/csv.ts';
import { CommandError } from './commandError.ts';

/** The text of a file, without a byte order mark. */
export const readText = (file: string): string => textOf(readBytes(file), file);

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`Cannot read ${file}: ${(error as Error).message}. Check the path and its permissions.`);
  }
}

export type ProgressFile<T> = ReturnType<typeof progressFile<T>>;

/**
 * Records how far a command got in `<file>.progress`, so that it can continue after any interruption, even a kill. `work` identifies
 * what is done, and each record carries it: a record of other work, even of a command that runs at the same time, discards them all.
 */
export function progressFile<T>(file: string, work: readonly string[]) {
  const path = `${file}.progress`;
  const mustRecord = (work: () => void) => mustWrite(`${path}, which records how far the command got`, work);
  const of = createHash('sha256').update(work.join('\n')).digest('hex');
  const lineOf = (record: T) => `${JSON.stringify([of, record])}\n`;
  const stored = () => (existsSync(path) ? read<T>(path, of) : []);
  const earlier = () => stored() ?? [];
  return {
    /** Whether an interrupted run of other work left the file. */
    isOfOther: () => stored() === undefined,
    /** The records of an earlier, interrupted run of the same work. */
    earlier,
    /** Returns the same records, and prepares the file for more. */
    begin: () => {
      const recorded = earlier();
      // Rewritten whole, because a killed process may have left half a line.
      mustRecord(() => replaceFile(path, recorded.map(lineOf).join('')));
      return recorded;
    },
    add: (record: T) => mustRecord(() => appendFileSync(path, lineOf(record))),
    remove: () => rmSync(path, { force: true }),
  };
}

/** Replaces a file in one step, so an interruption never leaves it incomplete. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function mustWrite<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `Cannot write ${file}: ${(error as Error).message}. Check the path, its permissions and the free space.`,
    );
  }
}

/** Undefined if the file records other work. */
function read<T>(path: string, of: string): T[] | undefined {
  // A killed process may have left half a character.
  const lines = readBytes(path).toString().split('\n').map(parseJson).filter(Array.isArray);
  return lines.every(([work]) => work === of) ? lines.map(([, record]) => record) : undefined;
}

/** Undefined if the text is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape it expects
export function parseJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
