import { type StoreClient, StoreError } from '../../../lib/client/client.ts';
import type { Entry, Refused, Wanted } from './productFile.ts';

/** A line of the file by its place, and why it was refused where it was. */
export type Finished = { at: number; refused?: Refused | undefined };
type Import = {
  store: StoreClient;
  left: readonly [at: number, entry: Entry][];
  finish(one: Finished): void;
  stop: AbortSignal;
};

const atOnce = 8;

/** Sends line after line, eight at once, until the end, a stop, or a failure that is not the fault of a line. */
export async function importAll({ store, left, finish, stop }: Import): Promise<void> {
  const failure = new AbortController();
  const over = AbortSignal.any([stop, failure.signal]);
  const lines = left.values();
  const work = async () => {
    for (const [at, entry] of lines) {
      if (over.aborted) return;
      finish({ at, refused: await importOne(store, entry) });
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
  if (stock === undefined) {
    const changed = await store.updateProduct(fields).catch(orNothing);
    if (!changed) await store.putProduct({ ...fields, stock: null });
  } else if (fields.weight === undefined) {
    const existing = await store.getProduct({ sku: fields.sku }).catch(orNothing);
    await store.putProduct({ ...fields, weight: existing?.weight ?? null, stock });
  } else await store.putProduct({ ...fields, stock });
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof StoreError && error.code === 'not_found')) throw error;
}
