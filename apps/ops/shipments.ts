import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../lib/api/fieldErrors.ts';
import { ShipmentPatch } from '../../lib/order/inputs.ts';
import { orderNumberIn } from '../../lib/values/text.ts';
import { csvTable, FileError } from '../imports/csv.ts';
import type { Decision } from '../imports/decideShipment.ts';
import { roundedText } from '../imports/numbers.ts';
import { dryOrders, type ListedParcel, realOrders, shipParcel, trackingProblem } from '../imports/shipParcel.ts';
import type { Output } from './command.ts';
import { type Imported, importCommand } from './importCommand.ts';
import { table } from './textTable.ts';

const details = `The file is CSV in UTF-8, separated by commas, semicolons or tabs, with these columns in any order: number, the order number, or
reference, the store's own number for the order; tracking_number; and, if you like, carrier and tracking_url. An empty cell of these
two changes nothing. Each row has one of these outcomes:

  shipped          the shipment of the order is now shipped and has the tracking number; or it had left without one, and has it now
  already shipped  a shipment of the order has this tracking number and has left
  differs          the order was shipped with other tracking numbers, or its shipment is ready and has another one
  several          several shipments of the order could be meant, or several orders have the reference
  not authorized   the order is not authorized
  cancelled        the order is cancelled
  unknown          the store has no such order
  rejected         the row is invalid, or the service rejected the change; the note says why

Only rows with the outcome shipped change anything. Check the other rows yourself. If several shipments of an order are ready, set
their tracking numbers first.

Each order is read just before its shipment changes, also before each retry, so that a tracking number that somebody else has set is
reported as differs and kept.

You can import the same list again. If an import is interrupted, run the same command again: it continues from <file>.progress,
which is deleted at the end. The key needs the scope orders:ship.`;

export const importShipments = importCommand<ListedShipment, Decision>({
  name: 'shipment import',
  summary: "Ships orders with the tracking numbers of a carrier's list, from a CSV file",
  details,
  examples: ['shipment import tracking.csv --dry-run', 'shipment import tracking.csv'],
  noun: 'rows',
  dryRun: 'show what an import would do, and change nothing',
  rowsIn: listedShipments,
  groupOf: ({ number, reference }) => number || reference,
  handlerFor: (store, isDry) => {
    const orders = isDry ? dryOrders(store) : realOrders(store);
    return async (row, wasStarted, beforeWrite) => {
      if (row.reason !== undefined) return { outcome: 'rejected', number: null, note: row.reason };
      let isStarted = wasStarted;
      const decision = await shipParcel(orders, row, () => {
        isStarted = true;
        beforeWrite();
      });
      // This row, or the same row of the interrupted import, has shipped it.
      return decision.outcome === 'already shipped' && isStarted ? { ...decision, outcome: 'shipped' } : decision;
    };
  },
  report,
});

const trackingFields = ['tracking_number', 'carrier', 'tracking_url'] as const;

/** A row of a carrier's list. `reason` says why it is invalid. */
type ListedShipment = ListedParcel & { line: number; reason?: string | undefined };

const names = ['number', 'reference'];

/** The rows of a carrier's list, checked as far as possible without reading the orders. */
function listedShipments(text: string): ListedShipment[] {
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
    const number = orderNumberIn(cellOf('number')) ?? cellOf('number');
    const row = { line, number, reference: cellOf('reference'), tracking: Object.fromEntries(given) };
    return { ...row, reason: reason ?? (problemsOf(row, name).join('; ') || undefined) };
  });
}

const schema = ShipmentPatch();

function problemsOf({ number, reference, tracking }: ListedShipment, name: string): string[] {
  const { tracking_number } = tracking;
  const { error } = z.safeParse(schema, tracking, { reportInput: true });
  const problems = [
    (number || reference) === '' && `${name}: is required`,
    roundedText(reference) && `reference: ${roundedText(reference)}`,
    trackingProblem(tracking_number) && `tracking_number: ${trackingProblem(tracking_number)}`,
    ...fieldErrorsOf(error?.issues ?? [], 'row', schema).map(({ field, message }) => `${field}: ${message}`),
  ];
  return problems.filter((problem) => problem !== false);
}

function report({ rows, isDry, resumedAfter, earlier }: Imported<ListedShipment, Decision>): Output {
  const decided = rows.map(({ row, decision }) => {
    const { line, number, reference, tracking } = row;
    const { outcome, note = null } = decision;
    const order = decision.number ?? (number || null);
    return { line, number: order, reference: reference || null, tracking_number: tracking.tracking_number, outcome, note };
  });
  const counts = [...Map.groupBy(decided, ({ outcome }) => outcome)].map(([outcome, some]) => `${some.length} ${outcome}`);
  const head = ['line', 'number', 'reference', 'tracking_number', 'outcome', 'note'] as const;
  const rowTable = table(
    ['line', 'order', 'reference', 'tracking', 'outcome', 'note'],
    decided.map((row) => head.map((name) => row[name])),
  );
  return {
    data: { dry_run: isDry, resumed_after: resumedAfter, rows: decided },
    text: `${isDry ? 'Dry run: nothing was changed. An import would have these outcomes:\n\n' : ''}${rowTable}\nRows: ${counts.join(', ') || 'none'}${earlier}.\n`,
    failed: decided.some(({ outcome }) => !['shipped', 'already shipped'].includes(outcome)),
  };
}
