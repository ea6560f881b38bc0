import { orderNumberIn } from '../../../lib/values/text.ts';
import { csvRecords, csvTable, separatorIn } from '../../imports/csv.ts';
import type { ListedParcel } from '../../imports/shipParcel.ts';

export type Row = ListedParcel & { line: number };

const columns = ['number', 'reference', 'tracking_number', 'carrier', 'tracking_url'];

/** The parcels of a list. Without a line that names the columns, they are the order, the tracking number and the carrier. */
export function parcelsIn(text: string): Row[] {
  if (/^[^\n]*tracking_number/i.test(text.trim())) {
    return [...csvTable(text, columns, ['tracking_number'])].map(({ line, cells: given = {}, reason }) => {
      if (reason) throw new Error(`Line ${line}: ${reason}.`);
      const cells = Object.fromEntries(Object.entries(given).map(([name, cell]) => [name, cell.trim()]));
      return { line, ...parcelOf(cells.number, cells), ...(!cells.number && { reference: cells.reference ?? '' }) };
    });
  }
  const rows = /(^|[,;\t])"/m.test(text) ? [...csvRecords(text, separatorIn(text))] : plainRows(text);
  return rows.flatMap(({ line, fields }) => {
    const [order, ...cells] = fields.map((cell) => cell.trim());
    const [tracking_number, ...carrier] = cells;
    const parcel = { line, ...parcelOf(order, { tracking_number, carrier: carrier.filter(Boolean).join(' ') }) };
    return order || cells.some(Boolean) ? [parcel] : [];
  });
}

const plainRows = (text: string) =>
  text.split(/\r?\n/).map((row, i) => {
    const cells = row.trim().replace(/[\s;,]+$/, '');
    return { line: i + 1, fields: cells.split(plainSeparatorIn(cells)) };
  });

/** A tracking number can contain spaces if something else separates it from the order. */
function plainSeparatorIn(line: string): RegExp {
  if (/[\t;]/.test(line)) return /[\t;]/;
  return /^\S+\s*,/.test(line) ? /,/ : /[\s,]+/;
}

/** Everything but an order number is a reference. */
export function parcelOf(order = '', { tracking_number = '', ...others }: Record<string, string | undefined>): ListedParcel {
  const number = orderNumberIn(order) ?? '';
  const given = Object.entries(others).filter(([name, value]) => value && (name === 'carrier' || name === 'tracking_url'));
  return { number, reference: number ? '' : order, tracking: { tracking_number, ...Object.fromEntries(given) } };
}
