import { type StoreClient, StoreError } from '../../lib/client/client.ts';
import { Fault } from '../local/fault.ts';
import { importAll, type Kept } from './importing.ts';
import { meter } from './meter.ts';
import type { Entry, Refused } from './productFile.ts';
import { progressOf } from './progress.ts';
import { refusalLine } from './refusal.ts';

type Imported = { before: number; refused: readonly Refused[] };

/** Imports a file from where an earlier import of it was stopped, and keeps how far it came when it is stopped itself. */
export async function importResumably(
  file: string,
  text: string,
  entries: readonly Entry[],
  store: StoreClient,
): Promise<Imported> {
  const { id } = await store.getOwnTenant();
  const progress = progressOf(file, text, id, entries);
  const from = progress.load();
  const show = meter(entries.length, from.done);
  let kept: Kept = from;
  const keep = (now: Kept) => {
    if (Math.floor(now.done / 20) > Math.floor(kept.done / 20)) progress.save(now);
    kept = now;
    show(now.done, now.refused.length);
  };
  const problem = await importAll({ store, entries, from, keep, stop: interruption() }).catch(told);
  if (kept.done < entries.length) {
    progress.save(kept);
    const stopped = `Stopped after ${kept.done} of ${entries.length} products; the same command goes on from there.`;
    throw new Fault(`${problem ?? ''}${stopped}`);
  }
  progress.remove();
  return { before: from.done, refused: kept.refused.toSorted((a, b) => a.line - b.line) };
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
