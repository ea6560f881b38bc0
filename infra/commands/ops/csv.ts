import { CommandError } from '../../commandError.ts';

type CsvRecord = { line: number; fields: string[] };

/** A quoted or plain field, then the separator or line break that ends it. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Parses CSV (RFC 4180). Each record includes the number of its first line; blank lines are skipped. */
export function* csvRecords(text: string): Generator<CsvRecord> {
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
