import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Fault } from '../../fault.ts';
import type { Finished } from './importing.ts';

/** What an import has finished, kept beside its file line by line, so that it goes on there after any end of the process. */
export function progressOf(file: string, text: string, tenant: string) {
  const path = `${file}.progress`;
  const of = createHash('sha256').update(`${tenant}\n${text}`).digest('hex');
  return {
    /** What an earlier import has finished, of the same text into the same store. */
    begin: () =>
      told(path, () => {
        const finished = existsSync(path) ? read(path, of) : [];
        // Written whole: a process that died may have left half a line.
        writeFileSync(`${path}.new`, [{ of }, ...finished].map(lineOf).join(''));
        renameSync(`${path}.new`, path);
        return finished;
      }),
    add: (one: Finished) => told(path, () => appendFileSync(path, lineOf(one))),
    remove: () => rmSync(path, { force: true }),
  };
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

function told<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Fault(`${path} cannot be kept, without which no import goes on where it was: ${(error as Error).message}`);
  }
}

function read(path: string, of: string): Finished[] {
  const [head, ...finished] = readFileSync(path, 'utf8').split('\n').flatMap(parsed);
  return head?.of === of ? finished : [];
}

function parsed(line: string) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
