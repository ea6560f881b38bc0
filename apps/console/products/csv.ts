import { texts } from '../texts.ts';

/** A product from a file, or why its row is not one. */
export type Row = { line: number; sku: string; problem?: string; product?: NewProduct };
type NewProduct = { name: string; price: number; stock: number | null; weight?: number };

const required = ['sku', 'name', 'price', 'stock'] as const;

/** Reads products from CSV with a line of column names. An empty stock means that the product's stock is not tracked. */
export function readProducts(text: string): Row[] {
  const [head = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(texts.csv.missing(missing.join(', ')));
  return rows
    .map((cells, i) => ({ line: i + 2, cells: Object.fromEntries(names.map((name, j) => [name, cells[j]?.trim() ?? ''])) }))
    .filter(({ cells }) => Object.values(cells).some(Boolean))
    .map(({ line, cells }) => rowOf(line, cells));
}

/** Why this cannot be an SKU, or undefined if it can. For an invalid SKU, the service would only say that there is no such path. */
export const skuProblem = (sku: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(sku) ? undefined : texts.csv.badSku(sku);

function rowOf(line: number, { sku = '', name = '', price = '', stock = '', weight = '' }: Record<string, string>): Row {
  const numbers = { price, ...(stock && { stock }), ...(weight && { weight }) };
  const problem = skuProblem(sku);
  if (problem) return { line, sku, problem };
  const wrong = Object.entries(numbers).find(([, text]) => !/^-?\d+(\.\d+)?$/.test(text));
  if (wrong) return { line, sku, problem: texts.csv.notNumber(...wrong) };
  const product = {
    name,
    price: Number(price),
    stock: stock ? Number(stock) : null,
    ...(weight && { weight: Number(weight) }),
  };
  return { line, sku, product };
}

const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** RFC 4180: quotes may surround commas, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error(texts.csv.malformed(rows.length));
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows;
}
