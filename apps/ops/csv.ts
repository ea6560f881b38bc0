import { CommandError } from './commandError.ts';

type CsvRecord = { line: number; fields: string[] };

/** A quoted or plain field, then the separator or line break that ends it. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Parses CSV (RFC 4180). Each record includes the number of its first line; blank lines are skipped. */
export function* csvRecords(text: string): Generator<CsvRecord, void> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record: CsvRecord = { line, fields: [] };
    for (let end = ','; end === ','; ) {
      field.lastIndex = at;
      const match = field.exec(text);
      if (!match)
        throw new CommandError(`Line ${line}: misplaced or unclosed quote. Inside a quoted field, write a quote as "".`);
      const [whole, quoted, plain = '', ending = ''] = match;
      record.fields.push(quoted?.replaceAll('""', '"') ?? plain);
      line += whole.split(/\r\n|\n|\r/).length - 1;
      at += whole.length;
      end = ending;
    }
    if (record.fields.length > 1 || record.fields[0] !== '') yield record;
  }
}

type CsvRow = { line: number; cells?: Record<string, string>; reason?: string };

/** The rows below the header. Its columns can be in any order and case. A row with too few or too many cells has a `reason`. */
export function* csvTable(text: string, columns: readonly string[], required: readonly string[]): Generator<CsvRow> {
  const records = csvRecords(text);
  const head = records.next().value?.fields ?? [];
  const names = head.map((name) => name.trim().toLowerCase());
  assertColumns(names, columns, required);
  for (const { line, fields } of records) {
    if (fields.length !== names.length) yield { line, reason: `expected ${names.length} fields, found ${fields.length}` };
    else yield { line, cells: Object.fromEntries(names.map((name, i) => [name, fields[i] as string])) };
  }
}

function assertColumns(names: readonly string[], columns: readonly string[], required: readonly string[]): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown?.includes(';')) throw new CommandError('Separate columns with commas, not semicolons.');
  if (unknown?.includes('\t')) throw new CommandError('Separate columns with commas, not tabs.');
  if (unknown !== undefined)
    throw new CommandError(`The first line has an unknown column "${unknown}"; columns: ${columns.join(', ')}.`);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated) throw new CommandError(`The first line has the column "${repeated}" twice.`);
  const missing = required.find((name) => !names.includes(name));
  const empty = names.length === 0 ? 'The file is empty. ' : '';
  if (missing) throw new CommandError(`${empty}The first line must name the columns; "${missing}" is missing.`);
}
