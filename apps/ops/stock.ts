import type { Product } from '../../lib/product/schema.ts';
import { storeCommand } from './command.ts';
import { record } from './textTable.ts';

const productText = ({ stock, ...fields }: Product) =>
  record({ ...fields, available: stock?.available, reserved: stock?.reserved });

const reason = { type: 'string', summary: 'why the stock changes, for the audit log' } as const;

export const stock = [
  storeCommand({
    name: 'product archive',
    args: { sku: {} },
    summary: 'Archives a product, so that it can no longer be ordered',
    examples: ['product archive TEA-GREEN', 'product archive TEA-GREEN --undo'],
    options: { undo: { type: 'boolean', summary: 'make the product active again' } },
    call: (store, { sku, undo = false }) => store.updateProduct({ sku, archived: !undo }),
    print: productText,
  }),
  storeCommand({
    name: 'stock count',
    args: { sku: {}, units: { type: 'integer' } },
    summary: 'Sets the stock of a product to a counted number of units, including those reserved for orders',
    examples: ['stock count TEA-GREEN 38', 'stock count TEA-GREEN 38 --reason "annual count"'],
    options: { reason },
    call: (store, { sku, units, reason }) => store.adjustStock({ sku, counted: units, reason }),
    print: productText,
  }),
  storeCommand({
    name: 'stock adjust',
    args: { sku: {} },
    summary: 'Adds units to the stock of a product, or removes them',
    examples: ['stock adjust TEA-GREEN --by 12', 'stock adjust TEA-GREEN --by=-3 --reason "broken in the warehouse"'],
    options: { by: { type: 'integer', summary: 'units to add; write --by=-3 to remove 3', required: true }, reason },
    call: (store, { sku, by, reason }) => store.adjustStock({ sku, adjust: by, reason }),
    print: productText,
  }),
];
