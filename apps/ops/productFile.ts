import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../lib/api/fieldErrors.ts';
import { sku, WholeProduct } from '../../lib/product/inputs.ts';
import { minor, tooManyDecimals } from '../../lib/values/money.ts';
import type { StoreClient } from '../client/client.ts';
import { fieldErrorsText } from './connection.ts';
import { csvTable } from './csv.ts';

/** A product as it appears on a line of the file; without `stock` or `weight` an existing product keeps its own. */
export type Product = Omit<Parameters<StoreClient['putProduct']>[0], 'stock'> & { stock?: number | null };
export type Rejection = { line: number; sku: string | null; reason: string };
export type Entry = { line: number; product: Product } | Rejection;

export const isRejection = (entry: Entry): entry is Rejection => 'reason' in entry;

const body = WholeProduct();
const Row = z.extend(body, { sku: sku(), stock: z.optional(body.shape.stock) });
const columns = Object.keys(Row.shape);
const required = columns.filter((name) => !['stock', 'weight'].includes(name));

/** The entries of a file, checked as far as possible without knowing the store. */
export function entriesOf(file: string, text: string): Entry[] {
  const rows = /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(text) : csvRows(text);
  const lines = new Map<string, number>();
  return [...rows].map(({ line, value, reason }) => {
    const entry = reason === undefined ? validate(line, value) : { line, sku: null, reason };
    if (isRejection(entry)) return entry;
    const { sku } = entry.product;
    const earlier = lines.get(sku);
    if (earlier !== undefined) return { line, sku, reason: `sku: line ${earlier} has the same SKU` };
    lines.set(sku, line);
    return entry;
  });
}

/** Also rejects prices with more decimals than the store's currency has. Nothing else about a product depends on the store. */
export const entriesIn = (currency: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => {
    if (isRejection(entry) || minor(entry.product.price, currency) !== undefined) return entry;
    return { line: entry.line, sku: entry.product.sku, reason: `price: ${tooManyDecimals(currency)}` };
  });

type Row = { line: number; value?: unknown; reason?: string | undefined };

function validate(line: number, value: unknown): Entry {
  const result = z.safeParse(Row, value, { reportInput: true });
  if (result.success) return { line, product: value as Product };
  const sku = (value as { sku?: unknown } | null)?.sku;
  const reason = fieldErrorsText(fieldErrorsOf(result.error.issues, 'line', Row));
  return { line, sku: typeof sku === 'string' ? sku : null, reason };
}

function* jsonRows(text: string): Generator<Row> {
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '') continue;
    try {
      yield { line: i + 1, value: JSON.parse(content) };
    } catch {
      yield { line: i + 1, reason: 'is not valid JSON' };
    }
  }
}

function* csvRows(text: string): Generator<Row> {
  for (const { line, cells, reason } of csvTable(text, columns, required)) {
    const values = Object.entries(cells ?? {}).map(([name, text]) => [name, cell(name, text)]);
    yield cells ? { line, value: Object.fromEntries(values) } : { line, reason };
  }
}

/** A blank cell means not set. Text that is not a number stays text, so that validation rejects it. */
function cell(name: string, text: string): unknown {
  if (name === 'sku' || name === 'name') return text;
  const trimmed = text.trim();
  if (trimmed === '') return name === 'price' ? undefined : null;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
