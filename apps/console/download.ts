import { byteOrderMark, csvLine } from '../ops/csvText.ts';
import { type Columns, rowOf } from '../ops/orderRows.ts';
import { calendar } from './format.ts';

/** Saves a CSV file like those of the commands. */
export function download<T>(file: string, columns: Columns<T>, items: readonly T[]): void {
  const rows = [Object.keys(columns), ...items.map((item) => rowOf(columns, item, calendar()))];
  const url = URL.createObjectURL(new Blob([byteOrderMark, ...rows.map(csvLine)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: file }).click();
  URL.revokeObjectURL(url);
}
