import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Entry, Refused } from './productFile.ts';

type State = { of: string; done: number; refused: readonly Refused[] };

/** How far an import has come, kept beside its file so that it goes on there after any end of the process. */
export function progressOf(file: string, text: string, tenant: string, entries: readonly Entry[]) {
  const path = `${file}.progress`;
  const of = createHash('sha256').update(`${tenant}\n${text}`).digest('hex');
  return {
    /** Of another file or store it begins anew. */
    load(): State {
      const kept = existsSync(path) ? read(path) : undefined;
      return kept?.of === of ? kept : { of, done: 0, refused: [] };
    },
    save({ done, refused }: Omit<State, 'of'>) {
      const last = entries[done - 1]?.line ?? 0;
      const state: State = { of, done, refused: refused.filter(({ line }) => line <= last) };
      writeFileSync(`${path}.new`, JSON.stringify(state));
      renameSync(`${path}.new`, path);
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function read(path: string): State | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
