import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreClient } from '../client/client.ts';
import { StoreError, undefinedIf } from '../client/error.ts';
import type { Entry, Rejection } from '../imports/productRows.ts';
import { problemIfNew, saveProduct } from '../imports/saveProduct.ts';

type Valid = Exclude<Entry, Rejection>;

/** Saves a product. Returns why it was rejected, or undefined. */
export async function importProduct(store: StoreClient, { line, product }: Valid): Promise<Rejection | undefined> {
  const reason = await untilAnswered(() => saveProduct(store, product), typeof product.stock !== 'number');
  return reason === undefined ? undefined : { line, sku: product.sku, reason };
}

/** What an import would reject. Reads a product only if its row could not create one. */
export async function tryProduct(store: StoreClient, { line, product }: Valid): Promise<Rejection | undefined> {
  const { sku } = product;
  const reason = problemIfNew(product);
  if (!reason || (await store.getProduct({ sku }).catch(undefinedIf('not_found')))) return undefined;
  return { line, sku, reason };
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
