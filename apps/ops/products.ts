import { unknownField } from '../../lib/api/fieldErrors.ts';
import { defaultLowStock } from '../../lib/product/limits.ts';
import type { Product } from '../../lib/product/schema.ts';
import type { StoreClient } from '../client/client.ts';
import { undefinedIf } from '../client/error.ts';
import { csvProducts } from '../imports/productCsv.ts';
import { checkProducts, type Entry, isRejection, productColumns, type Rejection, type Row } from '../imports/productRows.ts';
import { problemIfNew, saveProduct } from '../imports/saveProduct.ts';
import { type Output, storeCommand } from './command.ts';
import { parseJson } from './files.ts';
import { type Imported, importCommand } from './importCommand.ts';
import { listOf } from './textTable.ts';

const details = `The file is CSV in UTF-8, separated by commas, semicolons or tabs. Its first line names the columns, in any order: sku and any of
name, price, stock, weight, tax_rate and low_stock.

  sku        identifies the product; a new SKU creates one
  name       needed for a new product
  price      needed for a new product; at most the decimals of the store's currency
  stock      the units available to order; none ends the tracking of stock
  weight     in grams; none removes it
  tax_rate   in percent, such as 19; none removes it
  low_stock  the stock is low if fewer units than this are available; none restores the default

A product keeps what its line leaves out: a missing column or an empty cell changes nothing. A new product without stock is not
tracked. Write numbers with a decimal point or comma and without a thousands separator: 1234, 12.5 or 12,5. If commas
separate the columns, put 12,5 in quotes. A number such as 1,200 is rejected, because it can be 1200 or 1.2.

A file ending in .jsonl, .ndjson or .json has one JSON object per line, with the columns as fields and null in place of none.

Rejected lines are listed at the end; all others are imported. A misplaced quote stops the import before it begins. If an
import is interrupted, run the same command again: it continues from <file>.progress, which is deleted at the end. Only requests
that were in flight are sent again; they set the stock to the value in the file once more. If you change the file, the import
starts over.

While an import runs, do not change the same products elsewhere: to set a stock, it sends the whole product. For what
the line leaves out, it sends the values that it has just read, which undoes any change made in the meantime.`;

type Decision = { rejected: Rejection | undefined };

export const importProducts = importCommand<Entry, Decision>({
  name: 'product import',
  summary: 'Creates or updates products from a CSV or JSON Lines file',
  details,
  examples: ['product import products.csv --dry-run', 'product import products.csv'],
  noun: 'products',
  dryRun: 'check the file without changing anything, and show what an import would reject',
  rowsIn: entriesOf,
  handlerFor: (store, isDry) => {
    const handle = isDry ? tryProduct : importProduct;
    return async (entry) => ({ rejected: isRejection(entry) ? entry : await handle(store, entry) });
  },
  report,
});

/** The entries of a file, checked as far as possible without knowing the products of the store. */
function entriesOf(text: string, currency: string, file: string): Entry[] {
  return /\.(jsonl|ndjson|json)$/i.test(file) ? checkProducts(jsonRows(text), currency) : csvProducts(text, currency);
}

function* jsonRows(text: string): Generator<Row> {
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() !== '') yield { line: i + 1, ...jsonRow(content) };
  }
}

function jsonRow(content: string) {
  const values = parseJson(content);
  if (values === undefined) return { reason: 'line: is not valid JSON; write one product per line' };
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return { reason: 'line: must be an object; write one product per line' };
  const unknown = Object.keys(values).filter((name) => !(productColumns as string[]).includes(name));
  return { values, problems: unknown.map((name) => `${name}: ${unknownField('line', productColumns)}`) };
}

type Valid = Exclude<Entry, Rejection>;

/** Saves a product. Returns why it was rejected, or undefined. */
async function importProduct(store: StoreClient, { line, product }: Valid): Promise<Rejection | undefined> {
  const reason = await saveProduct(store, product);
  return reason === undefined ? undefined : { line, sku: product.sku, reason };
}

/** What an import would reject. Reads a product only if its row could not create one. */
async function tryProduct(store: StoreClient, { line, product }: Valid): Promise<Rejection | undefined> {
  const { sku } = product;
  const reason = problemIfNew(product);
  if (!reason || (await store.getProduct({ sku }).catch(undefinedIf('not_found')))) return undefined;
  return { line, sku, reason };
}

function report({ rows, isDry, resumedAfter, earlier }: Imported<Entry, Decision>): Output {
  const rejected = rows.flatMap(({ decision }) => decision.rejected ?? []);
  const good = rows.length - rejected.length;
  const word = isDry ? 'valid' : 'imported';
  const details = rejected.length > 0 ? `\n${rejectionTable(rejected)}` : '';
  return {
    data: { products: rows.length, [word]: good, resumed_after: resumedAfter, rejected },
    text: `${good} of ${rows.length} products ${word}, ${rejected.length} rejected${earlier}.\n${details}`,
    failed: rejected.length > 0,
  };
}

const rejectionTable = listOf<Rejection>(['line', 'sku', 'reason']);

export const listProducts = storeCommand({
  name: 'product list',
  summary: 'Lists the products of a store, sorted by SKU',
  examples: ['product list', 'product list --stock-below 5', 'product list --archived --json'],
  options: {
    archived: { type: 'boolean', summary: 'only archived products; by default, only active ones' },
    low_stock: {
      type: 'boolean',
      summary: `only products with fewer available units than their low_stock, or than ${defaultLowStock} if they have none`,
    },
    stock_below: { type: 'integer', summary: 'only products with tracked stock and fewer available units than this' },
  },
  call: (store, filters) => Array.fromAsync(store.products(filters)),
  print: listOf<Product>([
    'sku',
    'name',
    'price',
    ['available', ({ stock }) => stock?.available],
    ['reserved', ({ stock }) => stock?.reserved],
    'weight',
    'tax_rate',
    'low_stock',
  ]),
});
