/** A file that cannot be imported at all. The reader can fix it. */
export class FileError extends Error {}

/** The text of a file, without a byte order mark. */
export function textOf(bytes: ArrayBuffer | Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(`${file} is not in UTF-8. Save it as UTF-8.`);
  }
}

type CsvRecord = { line: number; fields: string[] };

/** A quoted or plain field, then the separator or line break that ends it. */
const fieldBefore = (separator: string) =>
  new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y');

/** Parses CSV (RFC 4180). Each record includes the number of its first line; blank lines are skipped. */
export function* csvRecords(text: string, separator = ','): Generator<CsvRecord, void> {
  const field = fieldBefore(separator);
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record: CsvRecord = { line, fields: [] };
    for (let end = separator; end === separator; ) {
      field.lastIndex = at;
      const match = field.exec(text);
      if (!match) throw new FileError(`Line ${line}: misplaced or unclosed quote. Inside a quoted field, write a quote as "".`);
      const [whole, quoted, plain = '', ending = ''] = match;
      record.fields.push(quoted?.replaceAll('""', '"') ?? plain);
      line += whole.split(/\r\n|\n|\r/).length - 1;
      at += whole.length;
      end = ending;
    }
    if (record.fields.length > 1 || record.fields[0] !== '') yield record;
  }
}

/** The first separator. The line of column names contains none within a name. */
export function separatorIn(text: string): string {
  const first = /[,;\t\r\n]/.exec(text.trimStart())?.[0] ?? '';
  return [';', '\t'].includes(first) ? first : ',';
}

type CsvRow = { line: number; cells?: Record<string, string>; reason?: string };

/**
 * The rows below the line of column names, without rows whose cells are all blank. The columns can be in any order and case, and
 * separated by commas, semicolons or tabs. A row with too few or too many cells has a `reason`.
 */
export function* csvTable(text: string, columns: readonly string[], required: readonly string[]): Generator<CsvRow> {
  const records = csvRecords(text, separatorIn(text));
  const names = namesIn(records);
  assertColumns(names, columns, required);
  for (const { line, fields } of records) {
    if (fields.every((field) => field.trim() === '')) continue;
    if (fields.length !== names.length) yield { line, reason: wrongCount(names.length, fields.length) };
    else yield { line, cells: Object.fromEntries(names.map((name, i) => [name, fields[i] as string])) };
  }
}

/** The names of the columns, in their order. Takes the first record. */
export const namesIn = (records: Generator<CsvRecord, void>): string[] =>
  (records.next().value?.fields ?? []).map((name) => name.trim().toLowerCase());

const wrongCount = (columns: number, cells: number) =>
  `expected ${columns} cells, found ${cells}; ${cells > columns ? 'put a cell that contains the separator in quotes' : 'write the separator even after an empty cell'}`;

function assertColumns(names: readonly string[], columns: readonly string[], required: readonly string[]): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown === '')
    throw new FileError('The first line has a column without a name, such as one after a separator at its end. Remove it.');
  if (unknown !== undefined)
    throw new FileError(
      `The first line has an unknown column "${unknown}"; rename or remove it. The known columns are ${columns.join(', ')}.`,
    );
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated) throw new FileError(`The first line has the column "${repeated}" twice. Rename or remove one of them.`);
  const missing = required.find((name) => !names.includes(name));
  const empty = names.length === 0 ? 'The file is empty. ' : '';
  if (missing) throw new FileError(`${empty}The first line must name the columns; "${missing}" is missing.`);
}
