import { command, type Told } from './command.ts';
import { type Entry, entriesOf, type Refused, textOf } from './productFile.ts';
import { importResumably } from './resuming.ts';
import { table } from './table.ts';

const list = command({
  words: 'product list',
  takes: [],
  says: 'Lists the products of a store, by SKU',
  options: {},
  run: async ({ store }) => {
    const products = await Array.fromAsync((await store()).products());
    const rows = products.map((one) => [one.sku, one.name, one.price, one.stock?.available, one.stock?.reserved, one.weight]);
    return { data: products, text: table(['sku', 'name', 'price', 'available', 'reserved', 'weight'], rows) };
  },
});

const more = `A file whose name ends in .jsonl, .ndjson or .json has a JSON object on each line; any other is CSV in UTF-8 with the columns
sku, name, price, and stock and weight where wanted, in any order. A blank stock means: not counted. A column or field that
is left out stays as it is on products that exist.

What is refused is told line by line in the end, and the rest is imported all the same. An import that was stopped goes on
where it was when it is called again with the same file: what it has done is kept in <file>.progress until it ends. Only
what was under way is sent again then, with the stock of the file.

While it runs, nobody else should make products of the same SKUs or change their weight: what is left out of a line is looked
up a moment before the line is written.`;

const importProducts = command({
  words: 'product import',
  takes: ['file'],
  says: 'Creates or changes the products in a file of CSV or JSON lines',
  more,
  options: { 'dry-run': { type: 'boolean', says: 'only look for faults in the file, and send nothing' } },
  run: async ({ given: { file = '' }, values, store }) => {
    const text = textOf(file);
    const entries = entriesOf(file, text);
    if (values['dry-run']) return report(entries, 0, entries.filter(isRefused), 'sound');
    const { before, refused } = await importResumably(file, text, entries, await store());
    return report(entries, before, refused, 'imported');
  },
});

const isRefused = (entry: Entry): entry is Refused => !('wanted' in entry);

function report(entries: readonly Entry[], resumed: number, refused: readonly Refused[], word: 'sound' | 'imported'): Told {
  const good = entries.length - refused.length;
  const before = resumed > 0 ? `, ${resumed} of them before it was stopped` : '';
  const lines = refused.map(({ line, sku, reason }) => [line, sku, reason]);
  const faults = lines.length > 0 ? `\n${table(['line', 'sku', 'refused because'], lines)}` : '';
  return {
    data: { products: entries.length, [word]: good, resumed_after: resumed, refused },
    text: `${good} of ${entries.length} products ${word}${before}, ${refused.length} refused.\n${faults}`,
    failed: refused.length > 0,
  };
}

export const products = [list, importProducts];
