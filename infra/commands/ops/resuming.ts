import { type StoreClient, StoreError } from '../../../lib/client/client.ts';
import { Fault } from '../../fault.ts';
import { type Finished, importAll } from './importing.ts';
import { meter } from './meter.ts';
import type { Entry, Refused } from './productFile.ts';
import { progressOf } from './progress.ts';
import { refusalLine } from './refusal.ts';

type Imported = { before: number; refused: readonly Refused[] };

/** Imports what an earlier import of the file has left, and keeps what it has finished when it is stopped itself. */
export async function importResumably(
  file: string,
  text: string,
  entries: readonly Entry[],
  store: StoreClient,
): Promise<Imported> {
  const { id } = await store.getOwnTenant();
  const progress = progressOf(file, text, id);
  const earlier = progress.begin();
  const finished = new Set(earlier.map(({ at }) => at));
  const refused = earlier.flatMap((one) => one.refused ?? []);
  const show = meter(entries.length, earlier.length);
  const finish = (one: Finished) => {
    progress.add(one);
    finished.add(one.at);
    if (one.refused) refused.push(one.refused);
    show(finished.size, refused.length);
  };
  const left = [...entries.entries()].filter(([at]) => !finished.has(at));
  const problem = await importAll({ store, left, finish, stop: interruption() }).catch(told);
  if (finished.size < entries.length) {
    const stopped = `Stopped after ${finished.size} of ${entries.length} products; the same command goes on from there.`;
    throw new Fault(`${problem ?? ''}${stopped}`);
  }
  progress.remove();
  return { before: earlier.length, refused: refused.toSorted((a, b) => a.line - b.line) };
}

function interruption(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  return stop.signal;
}

function told(error: unknown): string {
  if (!(error instanceof StoreError)) throw error;
  return `${refusalLine(error)} `;
}
