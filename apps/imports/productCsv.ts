import { decimalsOf, tooManyDecimals } from '../../lib/values/money.ts';
import { csvTable } from './csv.ts';
import { readNumber } from './numbers.ts';
import { type Currency, checkProducts, type Entry, productColumns, type Row } from './productRows.ts';

/** The products of a CSV file. An empty cell, like a missing column, keeps what the product has. */
export const csvProducts = (text: string, currency: Currency): Entry[] => checkProducts(csvRows(text, currency), currency);

function* csvRows(text: string, currency: Currency): Generator<Row> {
  for (const { line, cells = {}, reason } of csvTable(text, productColumns, ['sku'])) {
    yield reason === undefined ? { line, ...readCells(cells, currency) } : { line, reason };
  }
}

function readCells(cells: Record<string, string>, currency: Currency) {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, cell] of Object.entries(cells)) {
    const text = cell.trim();
    if (text === '') continue;
    const { value, problem } = readCell(name, text, currency);
    if (problem === undefined) values[name] = value;
    else problems.push(`${name}: ${problem}`);
  }
  return { values, problems };
}

/** Ends the tracking of stock, or removes the weight. */
const none = 'none';

const examples: Record<string, string> = { stock: `40, or ${none}`, weight: `250, or ${none}` };

function readCell(name: string, text: string, currency: Currency): { value?: unknown; problem?: string | undefined } {
  if (name === 'sku' || name === 'name') return { value: text };
  if (name !== 'price' && text.toLowerCase() === none) return { value: null };
  const { number = '', problem } = readNumber(text, examples[name]);
  const isTooFine = name === 'price' && hasTooManyDecimals(number, currency);
  return { value: Number(number), problem: isTooFine ? tooManyDecimals(currency as string) : problem };
}

/** Decimals count as written, because the zeros of 1.200 can mean 1200. */
const hasTooManyDecimals = (number: string, currency: Currency) =>
  currency !== undefined && (number.split('.')[1] ?? '').length > decimalsOf(currency);
