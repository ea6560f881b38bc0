import type { StoreClient } from '../client/client.ts';
import { command, UsageError } from './command.ts';
import { record } from './textTable.ts';

type Product = Awaited<ReturnType<StoreClient['getProduct']>>;

function productOutput(product: Product) {
  const { stock, ...fields } = product;
  return { data: product, text: record({ ...fields, available: stock?.available, reserved: stock?.reserved }) };
}

const archive = command({
  name: 'product archive',
  args: ['sku'],
  summary: 'Archives a product, so that it can no longer be ordered',
  examples: ['product archive TEA-GREEN', 'product archive TEA-GREEN --undo'],
  options: { undo: { type: 'boolean', summary: 'make the product active again' } },
  run: async ({ args: { sku = '' }, options: { undo = false }, store }) =>
    productOutput(await (await store()).updateProduct({ sku, archived: !undo })),
});

const reason = { type: 'string', summary: 'why the stock changes, for the audit log' } as const;

const count = command({
  name: 'stock count',
  args: ['sku', 'units'],
  summary: 'Sets the stock of a product to a counted number of units, including those reserved for orders',
  examples: ['stock count TEA-GREEN 38', 'stock count TEA-GREEN 38 --reason "annual count"'],
  options: { reason },
  run: async ({ args: { sku = '', units = '' }, options, store }) =>
    productOutput(await (await store()).adjustStock({ sku, counted: wholeNumber('<units>', units), reason: options.reason })),
});

const adjust = command({
  name: 'stock adjust',
  args: ['sku'],
  summary: 'Adds units to the stock of a product, or removes them',
  examples: ['stock adjust TEA-GREEN --by 12', 'stock adjust TEA-GREEN --by=-3 --reason "broken in the warehouse"'],
  options: { by: { type: 'string', summary: 'units to add; write --by=-3 to remove 3', required: true }, reason },
  run: async ({ args: { sku = '' }, options: { by, reason }, store }) =>
    productOutput(await (await store()).adjustStock({ sku, adjust: wholeNumber('--by', by), reason })),
});

export function wholeNumber(name: string, text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new UsageError(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

export const stock = [archive, count, adjust];
