import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreClient } from '../client/client.ts';
import { StoreError, undefinedIf } from '../client/error.ts';
import { type Entry, isRejection, type Rejection } from '../imports/productRows.ts';
import { problemIfNew, saveProduct } from '../imports/saveProduct.ts';
import { progressLine } from './progress.ts';
import type { ProgressFile } from './progressFile.ts';
import { finishAll } from './queue.ts';

/** An entry of the file by its position, with the reason if it was rejected. */
type Finished = { at: number; rejected?: Rejection | undefined };

type Imported = { resumedAfter: number; rejected: readonly Rejection[] };

/** Imports the entries that an earlier, interrupted import has not finished. */
export async function importProducts(
  progress: ProgressFile<Finished>,
  entries: readonly Entry[],
  store: StoreClient,
): Promise<Imported> {
  const earlier = progress.begin();
  const finished = new Set(earlier.map(({ at }) => at));
  const rejected = earlier.flatMap((one) => one.rejected ?? []);
  const showProgress = progressLine();
  const suffix = earlier.length > 0 ? ` (${earlier.length} earlier)` : '';
  const handle = async (entry: Entry, at: number) => {
    const one = { at, rejected: isRejection(entry) ? entry : await importOne(store, entry) };
    progress.add(one);
    finished.add(at);
    if (one.rejected) rejected.push(one.rejected);
    const text = `${finished.size} of ${entries.length} products${suffix}, ${rejected.length} rejected`;
    showProgress(text, finished.size === entries.length);
  };
  await finishAll({ noun: 'products', items: entries, finished, groupOf: (_, at) => at, handle });
  progress.remove();
  return { resumedAfter: earlier.length, rejected: inOrder(rejected) };
}

/** What an import would reject. */
export async function tryProducts(entries: readonly Entry[], store: StoreClient): Promise<readonly Rejection[]> {
  const finished = new Set<number>();
  const rejected: Rejection[] = [];
  const handle = async (entry: Entry, at: number) => {
    const rejection = isRejection(entry) ? entry : await tryOne(store, entry);
    if (rejection) rejected.push(rejection);
    finished.add(at);
  };
  await finishAll({ noun: 'products', items: entries, finished, groupOf: (_, at) => at, handle });
  return inOrder(rejected);
}

/** Reads a product only if its row could not create one. */
async function tryOne(store: StoreClient, { line, product }: Exclude<Entry, Rejection>): Promise<Rejection | undefined> {
  const { sku } = product;
  const reason = problemIfNew(product);
  if (!reason || (await store.getProduct({ sku }).catch(undefinedIf('not_found')))) return undefined;
  return { line, sku, reason };
}

async function importOne(store: StoreClient, { line, product }: Exclude<Entry, Rejection>): Promise<Rejection | undefined> {
  const reason = await untilAnswered(() => saveProduct(store, product), typeof product.stock !== 'number');
  return reason === undefined ? undefined : { line, sku: product.sku, reason };
}

const maxTries = 4;

/** The client never repeats a request that only creates. A row without a stock count can be saved again. */
async function untilAnswered<T>(save: () => Promise<T>, isRepeatable: boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await save();
    } catch (error) {
      if (!isRepeatable || tries >= maxTries || !(error instanceof StoreError && error.uncertain)) throw error;
      await sleep((error.retryAfter ?? 1) * 1000);
    }
  }
}

const inOrder = (rejected: readonly Rejection[]) => rejected.toSorted((a, b) => a.line - b.line);
