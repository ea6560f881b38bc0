import { appendFileSync, existsSync } from 'node:fs';
import { canonicalEmail } from '../../lib/values/email.ts';
import type { StoreClient } from '../client/client.ts';
import { undefinedIf } from '../client/error.ts';
import { progressLine } from './progress.ts';
import { mustWrite, type ProgressFile } from './progressFile.ts';
import { finishAll } from './queue.ts';
import { readText } from './textFile.ts';

/** The orders that a run found, or one that it has finished. */
export type Erasure = { found: string[] } | { erased: string };

/** The numbers of the orders whose customer has this e-mail address. */
export async function ordersOf(store: StoreClient, email: string): Promise<string[]> {
  const numbers: string[] = [];
  for await (const { number, customer } of store.orders({ q: email })) {
    // Search compares only the beginning of very long addresses.
    if (canonicalEmail(customer?.email ?? '') === canonicalEmail(email)) numbers.push(number);
  }
  return numbers;
}

const header = 'tenant,order';

/** The orders of a tenant in a list of erased orders. */
export const listedOrders = (file: string, tenant: string): string[] =>
  readText(file)
    .split('\n')
    .map((line) => line.trim().split(','))
    .flatMap(([of, number = '']) => (of === tenant && /^\d+$/.test(number) ? number : []));

/** Adds orders to the list, before they are erased. */
export function listOrders(file: string, tenant: string, numbers: readonly string[]): void {
  const isNew = !existsSync(file);
  const listed = new Set(isNew ? [] : listedOrders(file, tenant));
  const added = numbers.filter((number) => !listed.has(number)).map((number) => `${tenant},${number}`);
  const lines = [...(isNew ? [header] : []), ...added];
  mustWrite(file, () => appendFileSync(file, lines.map((line) => `${line}\n`).join('')));
}

type Erased = { erased: string[]; missing: string[]; resumedAfter: number };

/**
 * Erases the customers of these orders, and of those that an interrupted run found but did not finish. Search no longer finds
 * those, not even if only their deliveries are left to erase. An order that is given is erased again: a restore may have undone it.
 */
export async function eraseCustomers(
  store: StoreClient,
  progress: ProgressFile<Erasure>,
  numbers: readonly string[],
): Promise<Erased> {
  const earlier = progress.begin();
  const given = new Set(numbers);
  const erasedBefore = new Set(earlier.flatMap((one) => ('erased' in one && !given.has(one.erased) ? one.erased : [])));
  const found = earlier.flatMap((one) => ('found' in one ? one.found : []));
  const items = [...new Set([...numbers, ...found])].filter((number) => !erasedBefore.has(number));
  progress.add({ found: items });
  const showProgress = progressLine();
  const [finished, missing] = [new Set<number>(), new Set<string>()];
  const handle = async (number: string, at: number) => {
    if (!(await store.eraseCustomer({ number }).catch(undefinedIf('not_found')))) missing.add(number);
    progress.add({ erased: number });
    finished.add(at);
    showProgress(`${finished.size} of ${items.length} orders`, finished.size === items.length);
  };
  await finishAll({ noun: 'orders', items, finished, groupOf: (number) => number, handle });
  progress.remove();
  const erased = items.filter((number) => !missing.has(number));
  return { erased, missing: [...missing], resumedAfter: erasedBefore.size };
}
