import { hash } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { canonicalEmail } from '../../lib/values/email.ts';
import type { StoreClient } from '../client/client.ts';
import { undefinedIf } from '../client/error.ts';
import { csvRecords, csvTable, FileError, namesIn, separatorIn } from '../imports/csv.ts';
import { command, UsageError } from './command.ts';
import { mustWrite, type ProgressFile, progressFile, readText } from './files.ts';
import { finishAll } from './queue.ts';

const details = `With --email, finds the orders whose customer has this e-mail address, and erases the customer, both addresses, the note and
the metadata of each, both in the order and in its history. The numbers of the orders are added to the list first. It does not
find an order whose customer was removed or got another address before: add its number to the list yourself, and run the command
without --email, which erases whoever is its customer now.

Keep the list. After a restore, run the command without --email: it erases the customers of these orders again. One list can hold
the orders of several stores; only those of the key's store are changed.

If the command is interrupted, run the same command again. With --email, it continues from <list>.<hash>.progress, which is
deleted at the end; without --email, it starts over, which changes nothing where the customer is erased already. The key needs
the scope orders:write.`;

export const eraseCustomer = command({
  name: 'customer erase',
  summary: 'Erases a customer from all of their orders, or once more from the orders in a list',
  details,
  examples: ['customer erase --email ada@example.com --list erased.csv', 'customer erase --list erased.csv'],
  options: {
    email: { type: 'string', summary: "the customer's whole e-mail address" },
    list: { type: 'string', summary: 'the file that lists the orders', required: true },
  },
  run: async ({ input: { email: given, list }, store }) => {
    const email = given?.trim();
    if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw new UsageError('--email must be a whole e-mail address, such as ada@example.com.');
    }
    const client = await store();
    const { id } = (await client.getOwnKey()).tenant;
    const numbers = email === undefined ? listedOrders(list, id) : await ordersOf(client, email);
    if (email !== undefined) listOrders(list, id, numbers);
    const work = [id, email === undefined ? 'all' : canonicalEmail(email)];
    // Each customer has a file of their own, since others may be erased before an interrupted run is repeated.
    const progress = progressFile<Erasure>(`${list}.${hash('sha256', work.join(), 'hex').slice(0, 8)}`, work);
    const { erased, missing, resumedAfter } = await eraseCustomers(client, progress, numbers);
    const absent = missing.length > 0 ? `Not found in the store: ${missing.join(', ')}.\n` : '';
    const earlier = resumedAfter > 0 ? `, and from ${resumedAfter} before the interruption` : '';
    return {
      data: { list, orders: erased, missing, resumed_after: resumedAfter },
      text: `${absent}Customer erased from ${erased.length} ${erased.length === 1 ? 'order' : 'orders'}${earlier}. The list is ${list}.\n`,
    };
  },
});

/** The orders that a run found, or one that it has finished. */
type Erasure = { found: string[] } | { erased: string };

/** The numbers of the orders whose customer has this e-mail address. */
async function ordersOf(store: StoreClient, email: string): Promise<string[]> {
  const numbers: string[] = [];
  for await (const { number, customer } of store.orders({ q: email })) {
    // Search compares only the beginning of very long addresses.
    if (canonicalEmail(customer?.email ?? '') === canonicalEmail(email)) numbers.push(number);
  }
  return numbers;
}

const columns = ['tenant', 'order'] as const;

/** The orders of a tenant in a list of erased orders. */
const listedOrders = (file: string, tenant: string): string[] =>
  [...csvTable(readText(file), columns, columns)].flatMap(({ line, cells }) => {
    const [of = '', number = ''] = columns.map((name) => cells?.[name]?.trim());
    if (!of || !/^\d+$/.test(number)) {
      throw new FileError(`Line ${line} of ${file} must have the ID of a tenant and the number of an order. Correct it first.`);
    }
    return of === tenant ? number : [];
  });

/** Adds orders to the list, before they are erased. */
function listOrders(file: string, tenant: string, numbers: readonly string[]): void {
  const earlier = existsSync(file) ? readText(file) : '';
  const listed = new Set(earlier ? listedOrders(file, tenant) : []);
  const separator = separatorIn(earlier);
  // A spreadsheet may have saved it with other separators, or its columns in another order.
  const names = earlier ? namesIn(csvRecords(earlier, separator)) : columns;
  const cellsOf = (order: string) => names.map((name) => (name === 'tenant' ? tenant : order));
  const added = numbers.filter((number) => !listed.has(number)).map(cellsOf);
  const lines = [...(earlier ? [] : [names]), ...added].map((cells) => `${cells.join(separator)}\n`);
  // Appended in one step, since another run may add to the same list. The last line may lack its end.
  mustWrite(file, () => appendFileSync(file, `${/[^\n]$/.test(earlier) ? '\n' : ''}${lines.join('')}`));
}

/**
 * Erases the customers of these orders, and of those that an interrupted run found but did not finish: search no longer finds an
 * order whose customer is erased, even if its deliveries are not. An order that is given is erased again: a restore may have undone
 * it.
 */
async function eraseCustomers(store: StoreClient, progress: ProgressFile<Erasure>, numbers: readonly string[]) {
  const earlier = progress.begin();
  const given = new Set(numbers);
  const erasedBefore = new Set(earlier.flatMap((one) => ('erased' in one && !given.has(one.erased) ? one.erased : [])));
  const found = earlier.flatMap((one) => ('found' in one ? one.found : []));
  const items = [...new Set([...numbers, ...found])].filter((number) => !erasedBefore.has(number));
  progress.add({ found: items });
  const handle = async (number: string) => {
    const order = await store.eraseCustomer({ number }, { repeatable: true }).catch(undefinedIf('not_found'));
    progress.add({ erased: number });
    return order !== undefined;
  };
  const exists = await finishAll({ noun: 'orders', items, handle });
  progress.remove();
  return {
    erased: items.filter((_, at) => exists[at]),
    missing: items.filter((_, at) => !exists[at]),
    resumedAfter: erasedBefore.size,
  };
}
