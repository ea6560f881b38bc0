import { type StoreClient, StoreError } from '../../lib/client/client.ts';
import type { Entry, Refused, Wanted } from './productFile.ts';

/** How many from the beginning are done, and what was refused so far, also beyond those. */
export type Kept = { done: number; refused: readonly Refused[] };
type Import = {
  store: StoreClient;
  entries: readonly Entry[];
  from: Kept;
  keep(kept: Kept): void;
  stop: AbortSignal;
};

const atOnce = 8;

/** Sends line after line, eight at once, until the end, a stop, or a failure that is not the fault of a line. */
export async function importAll({ store, entries, from, keep, stop }: Import): Promise<void> {
  const refused = [...from.refused];
  const finished = new Set<number>();
  const failure = new AbortController();
  const over = AbortSignal.any([stop, failure.signal]);
  let [done, next] = [from.done, from.done];
  const work = async () => {
    while (next < entries.length && !over.aborted) {
      const at = next++;
      const fault = await importOne(store, entries[at] as Entry);
      if (fault) refused.push(fault);
      finished.add(at);
      while (finished.delete(done)) done += 1;
      keep({ done, refused });
    }
  };
  const workers = Array.from({ length: atOnce }, () => work().catch((error) => failure.abort(error)));
  await Promise.all(workers);
  failure.signal.throwIfAborted();
}

async function importOne(store: StoreClient, entry: Entry): Promise<Refused | undefined> {
  if (!('wanted' in entry)) return entry;
  try {
    await put(store, entry.wanted);
  } catch (error) {
    if (!(error instanceof StoreError) || ![400, 404, 409, 413].includes(error.status)) throw error;
    const { line, wanted } = entry;
    const faults = error.errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return { line, sku: wanted.sku, reason: faults || error.message };
  }
}

/** Sets what is wanted and nothing else: replacing a product would reset what is left out. */
async function put(store: StoreClient, { stock, ...fields }: Wanted): Promise<void> {
  if (stock !== undefined && fields.weight !== undefined) {
    await store.putProduct({ ...fields, stock });
    return;
  }
  const existing = await store.getProduct({ sku: fields.sku }).catch(orNothing);
  if (existing && stock === undefined) await store.updateProduct(fields);
  else await store.putProduct({ weight: existing?.weight ?? null, ...fields, stock: stock ?? null });
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof StoreError && error.code === 'not_found')) throw error;
}
