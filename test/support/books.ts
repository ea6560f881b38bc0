import { readFileSync } from 'node:fs';
import { client } from '../../apps/client/client.ts';
import { csvTable } from '../../apps/imports/csv.ts';
import type { KeyScope } from '../../lib/key/scopes.ts';
import { inTurns } from '../../lib/values/inTurns.ts';
import { aStore } from './actors.ts';
import { tempFile } from './imports.ts';
import { ops, opsJson, startOps } from './ops.ts';

type Given = Parameters<ReturnType<typeof client>['placeOrder']>[0];

/** A store whose orders need no product in stock, with its `ops` commands, whose key has only these scopes. */
export async function aBookkeeper(given: object = {}, scopes: KeyScope[] = ['orders:write']) {
  const { key, tenant } = await aStore(given);
  const store = client({ url: process.env.BASE_URL, key });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 10, stock: null });
  const { secret } = await store.issueOwnKey({ scopes });
  const env = (url = process.env.BASE_URL) => ({ STORE_API_KEY: `${secret}`, STORE_URL: url });
  const place = (price: number, others: Partial<Given> = {}) =>
    store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1, price }], ...others });
  return {
    key,
    tenant,
    store,
    place,
    /** Places this many orders, eight at once. */
    placeMany: async (count: number, priceOf: (i: number) => number, others?: Partial<Given>) => {
      const orders: Awaited<ReturnType<typeof place>>[] = [];
      await inTurns([...Array(count).keys()], async (i) => orders.push(await place(priceOf(i), others)), 8);
      return orders;
    },
    ops: (words: string[], url?: string) => ops(words, env(url)),
    /** Imports a carrier's list of payments or shipments. Returns the report and how the command ended. */
    importList: async (noun: string, file: string, { dry = false, url = process.env.BASE_URL } = {}) => {
      const words = [noun, 'import', file, '--json', ...(dry ? ['--dry-run'] : [])];
      const { code, stdout, stderr } = await ops(words, env(url));
      return { code, stderr, ...JSON.parse(stdout || '{}') };
    },
    opsJson: (words: string[]) => opsJson(words, env()),
    startOps: (words: string[], url?: string) => startOps(words, env(url)),
  };
}

/** A carrier's list. */
export const aListOf = (head: string, rows: (readonly unknown[])[]) =>
  tempFile([head, ...rows.map((row) => row.join(','))].join('\n'), 'list.csv');

/** The rows of an exported CSV, by the names of their columns. Fails unless it begins with a byte order mark. */
export function rowsOf(text: string): Record<string, string>[] {
  const [head = ''] = text.split('\r\n');
  if (!head.startsWith('\ufeff')) throw new Error(`no byte order mark: ${head}`);
  const names = head.slice(1).split(',');
  return [...csvTable(text.slice(1), names, names)].map(({ cells, reason }) => cells ?? { reason: `${reason}` });
}

export const rowsIn = (file: string) => rowsOf(readFileSync(file, 'utf8'));

/** A period that covers everything that a test does. */
export const always = ['--from', '2000-01-01', '--to', '2999-12-31'];
