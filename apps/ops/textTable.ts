import { bold, terminalWidth } from './terminal.ts';

type Cell = unknown;

/**
 * A table with an upper-case header row. The columns in `rightAligned` are aligned to the right. If it is wider than the terminal,
 * it loses columns without a name, shows times to the minute, and cuts texts. If that is not enough, each row becomes a record.
 */
export function table(
  head: readonly string[],
  rows: readonly Cell[][],
  rightAligned: readonly string[] = [],
  width = terminalWidth(),
): string {
  if (rows.length === 0) return 'none\n';
  const texts = [head, ...rows.map((row) => row.map(cellText))];
  const layout = layoutOf(texts, width);
  if (!layout) return records(texts);
  const [first = '', ...others] = texts.map((row, at) => {
    const cells = layout.widths.map((size, i) => {
      const text = cut(at === 0 ? (row[i] as string).toUpperCase() : layout.shorten(row[i] as string), size);
      const blanks = ' '.repeat(size - lengthOf(text));
      return rightAligned.includes(head[i] as string) ? blanks + text : text + blanks;
    });
    return cells.join(layout.gap).trimEnd();
  });
  return [bold(first), ...others].map((line) => `${line}\n`).join('');
}

/** A column is a field, or has a title and shows a field or what a function returns for the row. */
type Column<T> = (keyof T & string) | readonly [title: string, cell: keyof T | ((row: T) => Cell)];

/** Prints rows as a table. */
export const listOf = <T>(columns: readonly Column<T>[], rightAligned?: readonly string[]) => {
  const all = columns.map((column) => (typeof column === 'string' ? ([column, column] as const) : column));
  const cellOf = (row: T, cell: keyof T | ((row: T) => Cell)) => (typeof cell === 'function' ? cell(row) : row[cell]);
  return (rows: readonly T[]): string =>
    table(
      all.map(([title]) => title),
      rows.map((row) => all.map(([, cell]) => cellOf(row, cell))),
      rightAligned,
    );
};

/** One record, a line for each field. */
export const record = (fields: Record<string, Cell>) =>
  columns(
    Object.entries(fields).map(([name, value]) => [name, cellText(value)]),
    '',
  );

/** Aligned columns, each as wide as its longest cell. */
export function columns(rows: readonly string[][], indent = '  '): string {
  const widths = widthsOf(rows);
  const lines = rows.map((row) => row.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - lengthOf(cell))).join('  '));
  return lines.map((line) => `${indent}${line.trimEnd()}\n`).join('');
}

const records = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  rows.map((row) => record(Object.fromEntries(row.flatMap((cell, i) => (head[i] ? [[head[i], cell]] : []))))).join('\n');

type Layout = { widths: readonly number[]; gap: string; shorten(cell: string): string };

/** The widest layout that fits. Columns without a name come last, so leaving them out shortens the rows. */
function layoutOf(texts: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): Layout | undefined {
  const whole = { widths: widthsOf(texts), gap: '  ', shorten: (cell: string) => cell };
  if (sum(whole.widths) + 2 * (whole.widths.length - 1) <= width) return whole;
  const named = texts.map((row) => row.filter((_, i) => texts[0]?.[i]).map(minutes));
  for (const gap of ['  ', ' ']) {
    const widths = narrowed(named, width - gap.length * ((named[0]?.length ?? 0) - 1));
    if (widths) return { widths, gap, shorten: minutes };
  }
  return undefined;
}

/** Texts are not cut below this many characters. */
const leastText = 16;

/** Takes from the column that has most to spare, until the columns fit. Only texts and objects can be cut. */
function narrowed(texts: readonly (readonly string[])[], available: number): number[] | undefined {
  const widths = widthsOf(texts);
  const least = widths.map((size, i) => (texts.some((row) => /[ {]/.test(row[i] ?? '')) ? Math.min(size, leastText) : size));
  if (sum(least) > available) return undefined;
  for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
    const spare = widths.map((size, i) => size - (least[i] as number));
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const widthsOf = (rows: readonly (readonly string[])[]) =>
  (rows[0] ?? []).map((_, i) => rows.reduce((widest, row) => Math.max(widest, lengthOf(row[i])), 0));

const lengthOf = (text = '') => [...text].length;

const minutes = (cell: string) => cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{3}Z$/, '$1Z');

const cut = (text: string, width: number) => (lengthOf(text) > width ? `${[...text].slice(0, width - 1).join('')}…` : text);

function cellText(value: Cell): string {
  if (value === null || value === undefined) return '-';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
