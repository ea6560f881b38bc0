type Cell = unknown;

/** A table with an upper-case header row. Amounts and counts are aligned to the right. */
export function table(head: readonly string[], rows: readonly Cell[][], rightAligned: readonly string[] = []): string {
  if (rows.length === 0) return 'none\n';
  const texts = [head.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(cellText))];
  const widths = head.map((name, i) => (rightAligned.includes(name) ? Math.max(...texts.map((row) => lengthOf(row[i]))) : 0));
  return columns(
    texts.map((row) => row.map((cell, i) => ' '.repeat(Math.max(0, (widths[i] ?? 0) - lengthOf(cell))) + cell)),
    '',
  );
}

/** One record, a line for each field. */
export const record = (fields: Record<string, Cell>) =>
  columns(
    Object.entries(fields).map(([name, value]) => [name, cellText(value)]),
    '',
  );

/** Aligned columns, each as wide as its longest cell. */
export function columns(rows: readonly string[][], indent = '  '): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => lengthOf(row[i]))));
  const lines = rows.map((row) => row.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - lengthOf(cell))).join('  '));
  return lines.map((line) => `${indent}${line.trimEnd()}\n`).join('');
}

const lengthOf = (text = '') => [...text].length;

function cellText(value: Cell): string {
  if (value === null || value === undefined) return '-';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return typeof value === 'object' ? truncate(JSON.stringify(value)) : String(value);
}

const truncate = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
