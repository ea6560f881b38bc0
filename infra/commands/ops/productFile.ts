import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { StoreClient } from '../../../lib/client/client.ts';
import { fieldErrorsOf } from '../../../lib/middleware/fieldErrors.ts';
import { sku, WholeProduct } from '../../../lib/product/inputs.ts';
import { Fault } from '../../fault.ts';
import { csvRecords } from './csv.ts';

/** What is wanted of a product; stock and weight that are left out stay as they are. */
export type Wanted = Omit<Parameters<StoreClient['putProduct']>[0], 'stock'> & { stock?: number | null };
export type Refused = { line: number; sku: string | null; reason: string };
export type Entry = { line: number; wanted: Wanted } | Refused;

const body = WholeProduct();
const Row = z.extend(body, { sku: sku(), stock: z.optional(body.shape.stock) });
const known = Object.keys(Row.shape);
const required = known.filter((name) => !['stock', 'weight'].includes(name));

export function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Fault(code?.startsWith('ERR_') ? `${file} is not in UTF-8.` : `${file} cannot be read: ${message}`);
  }
}

/** The lines of a file, each checked as far as it can be without the service. */
export function entriesOf(file: string, text: string): Entry[] {
  const rows = /\.(jsonl|ndjson|json)$/i.test(file) ? jsonRows(text) : csvRows(text);
  const seen = new Map<string, number>();
  return [...rows].map(({ line, value, reason }) => {
    const entry = reason === undefined ? checked(line, value) : { line, sku: null, reason };
    if (!('wanted' in entry)) return entry;
    const { sku } = entry.wanted;
    const before = seen.get(sku);
    if (before !== undefined) return { line, sku, reason: `sku: is on line ${before} too` };
    seen.set(sku, line);
    return entry;
  });
}

type Row = { line: number; value?: unknown; reason?: string };

function checked(line: number, value: unknown): Entry {
  const read = z.safeParse(Row, value, { reportInput: true });
  if (read.success) return { line, wanted: value as Wanted };
  const given = (value as { sku?: unknown } | null)?.sku;
  const faults = fieldErrorsOf(read.error.issues, 'line').map(({ field, message }) => `${field}: ${message}`);
  return { line, sku: typeof given === 'string' ? given : null, reason: faults.join('; ') };
}

function* jsonRows(text: string): Generator<Row> {
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '') continue;
    try {
      yield { line: i + 1, value: JSON.parse(content) };
    } catch {
      yield { line: i + 1, reason: 'is no JSON' };
    }
  }
}

function* csvRows(text: string): Generator<Row> {
  const [head, ...records] = csvRecords(text);
  const names = (head?.fields ?? []).map((name) => name.trim().toLowerCase());
  const odd = names.find((name, i) => !known.includes(name) || names.indexOf(name) !== i);
  if (odd !== undefined) throw new Fault(`The first line must name the columns, each once: ${known.join(', ')}; not "${odd}".`);
  const missing = required.find((name) => !names.includes(name));
  if (missing) throw new Fault(`The first line must name the columns; ${missing} is missing.`);
  for (const { line, fields } of records) {
    if (fields.length !== names.length) yield { line, reason: `has ${fields.length} fields, not ${names.length}` };
    else yield { line, value: Object.fromEntries(names.map((name, i) => [name, cell(name, fields[i] as string)])) };
  }
}

/** A blank cell is nothing set; what looks like no number stays a text, and is refused as one. */
function cell(name: string, text: string): unknown {
  if (name === 'sku' || name === 'name') return text;
  const trimmed = text.trim();
  if (trimmed === '') return name === 'price' ? undefined : null;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
