import { type StoreClient, StoreError } from '../client/client.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CommandError } from './commandError.ts';
import { fieldErrorsText, problemText, undefinedIfNotFound } from './connection.ts';
import { type Entry, isRejection, type Product, type Rejection } from './productFile.ts';
import { progressLine } from './progress.ts';
import { handleAll, interruption } from './queue.ts';

/** An entry of the file by its position, with the reason if it was rejected. */
type Finished = { at: number; rejected?: Rejection | undefined };

type Imported = { resumedAfter: number; rejected: readonly Rejection[] };

/** Imports the entries that the checkpoint does not list as finished by an earlier, interrupted import. */
export async function importProducts(
  checkpoint: Checkpoint<Finished>,
  entries: readonly Entry[],
  store: StoreClient,
): Promise<Imported> {
  const earlier = checkpoint.begin();
  const finished = new Set(earlier.map(({ at }) => at));
  const rejected = earlier.flatMap((one) => one.rejected ?? []);
  const showProgress = progressLine();
  const suffix = earlier.length > 0 ? ` (${earlier.length} earlier)` : '';
  const finish = (one: Finished) => {
    checkpoint.add(one);
    finished.add(one.at);
    if (one.rejected) rejected.push(one.rejected);
    const text = `${finished.size} of ${entries.length} products${suffix}, ${rejected.length} rejected`;
    showProgress(text, finished.size === entries.length);
  };
  const remaining = [...entries.entries()].filter(([at]) => !finished.has(at));
  const importEntry = async ([at, entry]: [number, Entry]) =>
    finish({ at, rejected: isRejection(entry) ? entry : await importOne(store, entry) });
  const problem = await handleAll(remaining, interruption(), importEntry).catch(problemText);
  if (finished.size < entries.length) {
    const stopped = `Stopped after ${finished.size} of ${entries.length} products. Run the same command again to continue.`;
    throw new CommandError(`${problem ?? ''}${stopped}`);
  }
  checkpoint.remove();
  return { resumedAfter: earlier.length, rejected: rejected.toSorted((a, b) => a.line - b.line) };
}

async function importOne(store: StoreClient, { line, product }: Exclude<Entry, Rejection>): Promise<Rejection | undefined> {
  try {
    await put(store, product);
  } catch (error) {
    if (!(error instanceof StoreError) || ![400, 404, 409, 413].includes(error.status)) throw error;
    return { line, sku: product.sku, reason: fieldErrorsText(error.errors) || error.message };
  }
}

/** Keeps the stock and weight that the line leaves out, because PUT would reset them. */
async function put(store: StoreClient, { stock, ...fields }: Product): Promise<void> {
  if (stock === undefined) {
    const updated = await store.updateProduct(fields).catch(undefinedIfNotFound);
    if (!updated) await store.putProduct({ ...fields, stock: null });
  } else if (fields.weight === undefined) {
    const existing = await store.getProduct({ sku: fields.sku }).catch(undefinedIfNotFound);
    await store.putProduct({ ...fields, weight: existing?.weight ?? null, stock });
  } else await store.putProduct({ ...fields, stock });
}
