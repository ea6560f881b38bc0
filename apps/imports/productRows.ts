import { isTaxRate, isWholeMilligrams, maxStock, maxTaxRate, maxWeight, skuRule, skuShape } from '../../lib/product/limits.ts';
import { maxAmount, minor, tooManyDecimals } from '../../lib/values/money.ts';
import { isNotBlank, isSingleLine, maxNameLength } from '../../lib/values/text.ts';

/** A product as a row describes it. It keeps what the row leaves out. Null ends the tracking of stock, or removes the value. */
export type ProductRow = {
  sku: string;
  name?: string;
  price?: number;
  stock?: number | null;
  weight?: number | null;
  tax_rate?: number | null;
  low_stock?: number | null;
};
export type Rejection = { line: number; sku: string | null; reason: string };
export type Entry = { line: number; product: ProductRow } | Rejection;

export const isRejection = (entry: Entry): entry is Rejection => 'reason' in entry;

/** The values of a line, and what is wrong with those that cannot be read, or why the line has no values. */
export type Row = { line: number } & ({ values: Record<string, unknown>; problems?: string[] } | { reason: string });

type Problem = string | false;

/** Why the service would reject a value. A test compares these rules with the service's own. */
const rules: Record<keyof ProductRow, (value: unknown, currency: string) => Problem> = {
  sku: (value) => (value === undefined ? 'is required' : textProblem(value, (sku) => !skuShape.test(sku) && skuRule)),
  name: (value) => textProblem(value, nameProblem),
  price: (value, currency) => numberProblem(value, (price) => priceProblem(price, currency)),
  stock: (value) => value !== null && numberProblem(value, stockProblem),
  weight: (value) => value !== null && numberProblem(value, weightProblem),
  tax_rate: (value) => value !== null && numberProblem(value, taxRateProblem),
  low_stock: (value) => value !== null && numberProblem(value, stockProblem),
};

const textProblem = (value: unknown, problemOf: (text: string) => Problem): Problem =>
  typeof value === 'string' ? problemOf(value) : 'must be a string';

const numberProblem = (value: unknown, problemOf: (number: number) => Problem): Problem =>
  typeof value === 'number' ? problemOf(value) : 'must be a number';

const nameProblem = (name: string): Problem =>
  (!isNotBlank(name) && 'must not be blank') ||
  ([...name].length > maxNameLength && `must have at most ${maxNameLength} characters`) ||
  (!isSingleLine(name) && 'must not contain control characters or invalid Unicode');

const priceProblem = (price: number, currency: string): Problem =>
  (price < 0 && 'must not be negative') ||
  (price > maxAmount && `must be at most ${maxAmount}`) ||
  (minor(price, currency) === undefined && tooManyDecimals(currency));

const stockProblem = (units: number): Problem =>
  (!Number.isInteger(units) && 'must be a whole number') || rangeProblem(units, maxStock);

const weightProblem = (grams: number): Problem =>
  rangeProblem(grams, maxWeight) || (!isWholeMilligrams(grams) && 'must have at most 3 decimal places');

const taxRateProblem = (percent: number): Problem =>
  rangeProblem(percent, maxTaxRate) || (!isTaxRate(percent) && 'must have at most 4 decimal places');

const rangeProblem = (value: number, max: number): Problem =>
  (value < 0 && 'must be at least 0') || (value > max && `must be at most ${max}`);

export const productColumns = Object.keys(rules) as (keyof ProductRow)[];

/** Checks rows as far as possible without knowing the products of the store. */
export function checkProducts(rows: Iterable<Row>, currency: string): Entry[] {
  const lines = new Map<string, number>();
  return [...rows].map((row) => {
    const entry = check(row, currency);
    if (isRejection(entry)) return entry;
    const { line } = row;
    const { sku } = entry.product;
    const earlier = lines.get(sku);
    if (earlier !== undefined) return { line, sku, reason: `sku: line ${earlier} has the same SKU` };
    lines.set(sku, line);
    return entry;
  });
}

function check({ line, ...row }: Row, currency: string): Entry {
  if ('reason' in row) return { line, sku: null, reason: row.reason };
  const { values, problems = [] } = row;
  const invalid = productColumns.flatMap((name) => {
    const problem = (name === 'sku' || name in values) && rules[name](values[name], currency);
    return problem ? [`${name}: ${problem}`] : [];
  });
  const reason = [...problems, ...invalid].join('; ');
  return reason
    ? { line, sku: typeof values.sku === 'string' ? values.sku : null, reason }
    : { line, product: values as ProductRow };
}
