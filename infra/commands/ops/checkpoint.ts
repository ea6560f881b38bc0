import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../../commandError.ts';
import type { Rejection } from './productFile.ts';

/** An entry of the file by its position, with the reason if it was rejected. */
export type Finished = { at: number; rejected?: Rejection | undefined };

/** Records the finished entries in `<file>.progress`, so that an import can continue after any interruption, even a kill. */
export function checkpointOf(file: string, text: string, tenant: string) {
  const path = `${file}.progress`;
  const of = createHash('sha256').update(`${tenant}\n${text}`).digest('hex');
  return {
    /** What an earlier import of the same text into the same store has finished. */
    begin: () =>
      mustWrite(path, () => {
        const finished = existsSync(path) ? read(path, of) : [];
        // Rewritten whole, because a killed process may have left half a line.
        writeFileSync(`${path}.new`, [{ of }, ...finished].map(jsonLine).join(''));
        renameSync(`${path}.new`, path);
        return finished;
      }),
    add: (one: Finished) => mustWrite(path, () => appendFileSync(path, jsonLine(one))),
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

function read(path: string, of: string): Finished[] {
  const [head, ...finished] = readFileSync(path, 'utf8').split('\n').flatMap(parseLine);
  return head?.of === of ? finished : [];
}

function parseLine(line: string) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
