import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreClient } from '../client/client.ts';
import { StoreError, undefinedIf } from '../client/error.ts';
import { type Entry, isRejection, type Rejection } from '../imports/productRows.ts';
import { problemIfNew, saveProduct } from '../imports/saveProduct.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';
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
  return { resumedAfter: earlier.length, rejected: inOrder(rejected) };
}

/** What an import would reject. Reads only the products whose rows could not create one. */
export async function tryProducts(entries: readonly Entry[], store: StoreClient): Promise<readonly Rejection[]> {
  const rejected = entries.filter(isRejection);
  await handleAll(entries, new AbortController().signal, async (entry) => {
    if (isRejection(entry)) return;
    const { line, product } = entry;
    const { sku } = product;
    const reason = problemIfNew(product);
    if (reason && !(await store.getProduct({ sku }).catch(undefinedIf('not_found')))) rejected.push({ line, sku, reason });
  });
  return inOrder(rejected);
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
