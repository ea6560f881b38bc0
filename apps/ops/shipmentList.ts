import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../lib/api/fieldErrors.ts';
import { ShipmentPatch } from '../../lib/order/inputs.ts';
import { isSingleLine } from '../../lib/values/text.ts';
import { csvTable, FileError } from '../imports/csv.ts';
import { type ListedParcel, trackingProblem } from '../imports/shipParcel.ts';

const trackingFields = ['tracking_number', 'carrier', 'tracking_url'] as const;

/** A row of a carrier's list. `reason` says why it is invalid. */
export type ListedShipment = ListedParcel & { line: number; reason?: string | undefined };

const names = ['number', 'reference'];

/** The rows of a carrier's list, checked as far as possible without reading the orders. */
export function listedShipments(text: string): ListedShipment[] {
  const rows = [...csvTable(text, [...names, ...trackingFields], ['tracking_number'])];
  const first = rows.find(({ cells }) => cells)?.cells ?? { number: '' };
  const [name, second] = names.filter((one) => one in first);
  if (!name || second)
    throw new FileError('The first line must name either the column "number" or the column "reference", not both.');
  return rows.map(({ line, cells = {}, reason }) => {
    const cellOf = (column: string) => cells[column]?.trim() ?? '';
    const given = trackingFields
      .map((field) => [field, cellOf(field)])
      .filter(([field, cell]) => cell || field === 'tracking_number');
    const row = { line, number: cellOf('number'), reference: cellOf('reference'), tracking: Object.fromEntries(given) };
    return { ...row, reason: reason ?? (problemsOf(row, name).join('; ') || undefined) };
  });
}

const schema = ShipmentPatch();

function problemsOf({ number, reference, tracking }: ListedShipment, name: string): string[] {
  const { tracking_number } = tracking;
  const { error } = z.safeParse(schema, tracking, { reportInput: true });
  const problems = [
    (number || reference) === '' && `${name}: is required`,
    reference !== '' && !canBeFound(reference) && 'reference: cannot be searched for; name the order by its number instead',
    trackingProblem(tracking_number) && `tracking_number: ${trackingProblem(tracking_number)}`,
    ...fieldErrorsOf(error?.issues ?? [], 'row', schema).map(({ field, message }) => `${field}: ${message}`),
  ];
  return problems.filter((problem) => problem !== false);
}

/** A search needs two characters, and takes a text with an `@` for an e-mail address. */
const canBeFound = (reference: string) =>
  /[\p{L}\p{N}]/u.test(reference) && /^[^@]{2,100}$/u.test(reference) && isSingleLine(reference);
