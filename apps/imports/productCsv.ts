import { decimalsOf, tooManyDecimals } from '../../lib/values/money.ts';
import { csvTable } from './csv.ts';
import { bothWeights, mayBeThousands, readNumber } from './numbers.ts';
import { checkProducts, type Entry, productColumns, type Row } from './productRows.ts';

/** The products of a CSV file. An empty cell, like a missing column, keeps what the product has. */
export const csvProducts = (text: string, currency: string): Entry[] => checkProducts(csvRows(text, currency), currency);

function* csvRows(text: string, currency: string): Generator<Row> {
  for (const { line, cells = {}, reason } of csvTable(text, productColumns, ['sku'])) {
    yield reason === undefined ? { line, ...readCells(cells, currency) } : { line, reason };
  }
}

function readCells(cells: Record<string, string>, currency: string) {
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

/** Ends the tracking of stock, or removes the weight, the tax rate or the threshold of low stock. */
const none = 'none';

const examples: Record<string, string> = {
  stock: `40, or the word ${none}`,
  weight: `250, or the word ${none}`,
  tax_rate: `19, or the word ${none}`,
  low_stock: `5, or the word ${none}`,
};

function readCell(name: string, text: string, currency: string): { value?: unknown; problem?: string | undefined } {
  if (name === 'sku' || name === 'name') return { value: text };
  if (name !== 'price' && text.toLowerCase() === none) return { value: null };
  if ((name === 'stock' || name === 'low_stock') && !/^-?\d+$/.test(text))
    return { problem: `must be a whole number without separators, such as ${examples[name]}, not "${text}"` };
  if (name === 'weight' && mayBeThousands(text))
    return { problem: `"${text}" can mean two weights: write ${bothWeights(text)}` };
  const { number = '', problem } = readNumber(text, examples[name]);
  return { value: Number(number), problem: problem ?? (name === 'price' ? decimalsProblem(number, currency) : undefined) };
}

/** Decimals count as written, because the zeros of 1.200 can mean 1200. */
function decimalsProblem(number: string, currency: string): string | undefined {
  const decimals = number.split('.')[1]?.length ?? 0;
  return decimals > decimalsOf(currency) ? tooManyDecimals(currency) : undefined;
}
