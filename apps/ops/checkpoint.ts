import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from './commandError.ts';

/** `T` records one finished entry of the file: its position `at`, and its result. */
export type Checkpoint<T extends { at: number }> = {
  /** The records of an earlier, interrupted import of the same text into the same store. */
  earlier(): T[];
  /** Returns the same records, and prepares the file for more. */
  begin(): T[];
  add(one: T): void;
  remove(): void;
};

/** Records the finished entries in `<file>.progress`, so that an import can continue after any interruption, even a kill. */
export function checkpointOf<T extends { at: number }>(file: string, text: string, tenant: string): Checkpoint<T> {
  const path = `${file}.progress`;
  const of = createHash('sha256').update(`${tenant}\n${text}`).digest('hex');
  const earlier = () => (existsSync(path) ? read<T>(path, of) : []);
  return {
    earlier,
    begin: () =>
      mustWrite(path, () => {
        const recorded = earlier();
        // Rewritten whole, because a killed process may have left half a line.
        writeFileSync(`${path}.new`, [{ of }, ...recorded].map(jsonLine).join(''));
        renameSync(`${path}.new`, path);
        return recorded;
      }),
    add: (one) => mustWrite(path, () => appendFileSync(path, jsonLine(one))),
    remove: () => rmSync(path, { force: true }),
  };
}

const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`;

function mustWrite<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(`Cannot write ${path}, which records how far the import got: ${(error as Error).message}`);
  }
}

function read<T>(path: string, of: string): T[] {
  const [head, ...recorded] = readFileSync(path, 'utf8').split('\n').flatMap(parseLine);
  return head?.of === of ? recorded : [];
}

function parseLine(line: string) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
