import { type StoreClient, StoreError } from '../../../lib/client/client.ts';
import { CommandError } from '../../commandError.ts';
import { checkpointOf, type Finished } from './checkpoint.ts';
import { fieldErrorsText, storeErrorText } from './connection.ts';
import { type Entry, isRejection, type Product, type Rejection } from './productFile.ts';

type Imported = { resumedAfter: number; rejected: readonly Rejection[] };

/** Imports the entries that an earlier, interrupted import of the file has not finished. */
export async function importProducts(
  file: string,
  text: string,
  entries: readonly Entry[],
  store: StoreClient,
): Promise<Imported> {
  const { id } = await store.getOwnTenant();
  const checkpoint = checkpointOf(file, text, id);
  const earlier = checkpoint.begin();
  const finished = new Set(earlier.map(({ at }) => at));
  const rejected = earlier.flatMap((one) => one.rejected ?? []);
  const showProgress = progressLine(entries.length, earlier.length);
  const finish = (one: Finished) => {
    checkpoint.add(one);
    finished.add(one.at);
    if (one.rejected) rejected.push(one.rejected);
    showProgress(finished.size, rejected.length);
  };
  const remaining = [...entries.entries()].filter(([at]) => !finished.has(at));
  const problem = await importAll(store, remaining, finish, interruption()).catch(problemText);
  if (finished.size < entries.length) {
    const stopped = `Stopped after ${finished.size} of ${entries.length} products. Run the same command again to continue.`;
    throw new CommandError(`${problem ?? ''}${stopped}`);
  }
  checkpoint.remove();
  return { resumedAfter: earlier.length, rejected: rejected.toSorted((a, b) => a.line - b.line) };
}

function interruption(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  return stop.signal;
}

function problemText(error: unknown): string {
  if (!(error instanceof StoreError)) throw error;
  return `${storeErrorText(error, 'STORE_API_KEY')} `;
}

/** Shows progress on stderr: one line that is overwritten at a terminal, otherwise a new line every five seconds. */
function progressLine(total: number, earlier: number) {
  const { isTTY } = process.stderr;
  const interval = isTTY ? 100 : 5000;
  let shown = performance.now();
  return (done: number, rejected: number) => {
    const isLast = done === total;
    if (performance.now() - shown < interval && !(isLast && isTTY)) return;
    shown = performance.now();
    const text = `${done} of ${total} products${earlier > 0 ? ` (${earlier} earlier)` : ''}, ${rejected} rejected`;
    process.stderr.write(isTTY ? `\r${text}${isLast ? '\n' : ''}` : `${text}\n`);
  };
}

const concurrency = 8;

/** Stops early on `stop`, or on an error that no single line caused, after the requests in flight have finished. */
async function importAll(
  store: StoreClient,
  entries: readonly [at: number, entry: Entry][],
  finish: (one: Finished) => void,
  stop: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([stop, failure.signal]);
  const queue = entries.values();
  const work = async () => {
    for (const [at, entry] of queue) {
      if (stopped.aborted) return;
      finish({ at, rejected: isRejection(entry) ? entry : await importOne(store, entry) });
    }
  };
  const workers = Array.from({ length: concurrency }, () => work().catch((error) => failure.abort(error)));
  await Promise.all(workers);
  failure.signal.throwIfAborted();
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

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof StoreError && error.code === 'not_found')) throw error;
}
