import { Fault } from '../../fault.ts';

type CsvRecord = { line: number; fields: string[] };

/** A quoted or a plain field, and what ends it. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The records of a CSV text as RFC 4180 has them, each with the line it begins on; blank lines are none. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record: CsvRecord = { line, fields: [] };
    for (let end = ','; end === ','; ) {
      field.lastIndex = at;
      const found = field.exec(text);
      if (!found) throw new Fault(`Line ${line}: a quote stands where none may, or has no end.`);
      const [whole, quoted, plain = '', ending = ''] = found;
      record.fields.push(quoted?.replaceAll('""', '"') ?? plain);
      line += whole.split(/\r\n|\n|\r/).length - 1;
      at += whole.length;
      end = ending;
    }
    if (record.fields.length > 1 || record.fields[0] !== '') yield record;
  }
}
