import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { StoreClient } from '../../../lib/client/client.ts';
import { fieldErrorsOf } from '../../../lib/middleware/fieldErrors.ts';
import { sku, WholeProduct } from '../../../lib/product/inputs.ts';
import { CommandError } from '../../commandError.ts';
import { fieldErrorsText } from './connection.ts';
import { csvRecords } from './csv.ts';

/** A product as it appears on a line of the file; without `stock` or `weight` an existing product keeps its own. */
export type Product = Omit<Parameters<StoreClient['putProduct']>[0], 'stock'> & { stock?: number | null };
export type Rejection = { line: number; sku: string | null; reason: string };
export type Entry = { line: number; product: Product } | Rejection;

export const isRejection = (entry: Entry): entry is Rejection => 'reason' in entry;

const body = WholeProduct();
const Row = z.extend(body, { sku: sku(), stock: z.optional(body.shape.stock) });
const columns = Object.keys(Row.shape);
const required = columns.filter((name) => !['stock', 'weight'].includes(name));

export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code?.startsWith('ERR_') ? `${file} is not in UTF-8. Save it as UTF-8.` : `Cannot read ${file}: ${message}`,
    );
  }
}

/** The lines of a file, each checked as far as is possible without the service. */
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

type Row = { line: number; value?: unknown; reason?: string };

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
  const [head, ...records] = csvRecords(text);
  const names = (head?.fields ?? []).map((name) => name.trim().toLowerCase());
  assertColumns(names);
  for (const { line, fields } of records) {
    if (fields.length !== names.length) yield { line, reason: `expected ${names.length} fields, found ${fields.length}` };
    else yield { line, value: Object.fromEntries(names.map((name, i) => [name, cell(name, fields[i] as string)])) };
  }
}

function assertColumns(names: string[]): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown?.includes(';')) throw new CommandError('Separate columns with commas, not semicolons.');
  if (unknown?.includes('\t')) throw new CommandError('Separate columns with commas, not tabs.');
  if (unknown !== undefined)
    throw new CommandError(`The first line has an unknown column "${unknown}"; columns: ${columns.join(', ')}.`);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated) throw new CommandError(`The first line has the column "${repeated}" twice.`);
  const missing = required.find((name) => !names.includes(name));
  if (missing) throw new CommandError(`The first line must name the columns; "${missing}" is missing.`);
}

/** A blank cell means not set. Text that is not a number stays text, so that validation rejects it. */
function cell(name: string, text: string): unknown {
  if (name === 'sku' || name === 'name') return text;
  const trimmed = text.trim();
  if (trimmed === '') return name === 'price' ? undefined : null;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
