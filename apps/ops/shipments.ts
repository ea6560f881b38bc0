import type { Decision } from '../imports/decideShipment.ts';
import { dryOrders, realOrders, shipParcel } from '../imports/shipParcel.ts';
import type { Output } from './command.ts';
import { type Imported, importCommand } from './importCommand.ts';
import { type ListedShipment, listedShipments } from './shipmentList.ts';
import { table } from './textTable.ts';

const details = `The file is CSV in UTF-8, separated by commas, semicolons or tabs, with these columns in any order: number, the order number, or
reference, the store's own number for the order; tracking_number; and, if you like, carrier and tracking_url. An empty cell changes
nothing. Each row has one of these outcomes:

  shipped          the shipment of the order is now shipped and has the tracking number; or it had already been shipped without one
  already shipped  a shipment of the order has this tracking number and has left
  differs          the order was shipped with other tracking numbers, or its shipment is ready and has another one
  several          several shipments of the order could be meant, or several orders have the reference
  not authorized   the order is not authorized
  cancelled        the order is cancelled
  unknown          the store has no such order
  rejected         the row is invalid; the note says why

Only rows with the outcome shipped change anything. Check the other rows yourself. If several shipments of an order are ready, set
their tracking numbers first.

Each order is read just before its shipment changes, also before each retry, so that a tracking number that somebody else has set is
reported as differs and kept. Only one that is set within the same moment, between this read and the change, is replaced; the
history of the order keeps it.

You can import the same list again. If an import is interrupted, run the same command again: it continues from <file>.progress,
which is deleted at the end. The key needs the scopes orders:ship and settings:read.`;

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
    text: `${isDry ? 'Dry run: nothing is changed.\n\n' : ''}${rowTable}\nRows: ${counts.join(', ') || 'none'}${earlier}.\n`,
    failed: decided.some(({ outcome }) => !['shipped', 'already shipped'].includes(outcome)),
  };
}
