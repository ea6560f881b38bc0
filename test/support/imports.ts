import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client } from '../../apps/client/client.ts';
import { aStore } from './actors.ts';
import { ops } from './ops.ts';
import { freshFolder } from './service.ts';

export function tempFile(text: string | Buffer, name = 'products.csv'): string {
  const file = join(freshFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** A CSV file with this many counted products. Its rows leave out nothing that PUT would remove, so each takes one request. */
export const productsCsv = (count: number) =>
  `sku,name,price,stock,weight,tax_rate\n${Array.from({ length: count }, (_, i) => `P-${i},Product ${i},${i}.5,${i},none,none\n`).join('')}`;

/** A store without products, and a function that imports a file into it. */
export async function anEmptyStore() {
  const { key } = await aStore();
  const store = client({ url: process.env.BASE_URL, key });
  return {
    key,
    store,
    bySku: async () => new Map((await Array.fromAsync(store.products())).map((product) => [product.sku, product])),
    importFile: (file: string, { url = process.env.BASE_URL, options = [] as string[] } = {}) =>
      ops(['product', 'import', file, ...options], { STORE_API_KEY: key, STORE_URL: url }),
  };
}
