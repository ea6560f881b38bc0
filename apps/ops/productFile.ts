import { unknownField } from '../../lib/api/fieldErrors.ts';
import { csvProducts } from '../imports/productCsv.ts';
import { checkProducts, type Entry, productColumns, type Row } from '../imports/productRows.ts';

/** The entries of a file, checked as far as possible without knowing the products of the store. */
export const entriesOf = (text: string, currency: string, file: string): Entry[] =>
  /\.(jsonl|ndjson|json)$/i.test(file) ? checkProducts(jsonRows(text), currency) : csvProducts(text, currency);

function* jsonRows(text: string): Generator<Row> {
  for (const [i, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() !== '') yield { line: i + 1, ...jsonRow(content) };
  }
}

function jsonRow(content: string) {
  try {
    const values = JSON.parse(content);
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return { reason: 'line: must be an object; write one product per line' };
    const unknown = Object.keys(values).filter((name) => !(productColumns as string[]).includes(name));
    return { values, problems: unknown.map((name) => `${name}: ${unknownField('line', productColumns)}`) };
  } catch {
    return { reason: 'is not valid JSON; write one product per line' };
  }
}
