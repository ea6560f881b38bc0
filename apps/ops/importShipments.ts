import type { StoreClient } from '../client/client.ts';
import type { Decision } from '../imports/decideShipment.ts';
import { dryOrders, realOrders, shipParcel } from '../imports/shipParcel.ts';
import { importRows, type Recorded } from './importRows.ts';
import type { ProgressFile } from './progressFile.ts';
import type { ListedShipment } from './shipmentList.ts';

type Import = {
  rows: readonly ListedShipment[];
  progress: ProgressFile<Recorded<Decision>>;
  isDry: boolean;
  store: StoreClient;
};

/** Decides the outcome of each row and, unless it is a dry run, ships the orders. */
export function importShipments({ store, ...settings }: Import) {
  const orders = settings.isDry ? dryOrders(store) : realOrders(store);
  return importRows<ListedShipment, Decision>({
    ...settings,
    groupOf: ({ number, reference }) => number || reference,
    handle: async (row, wasStarted, beforeWrite) => {
      if (row.reason !== undefined) return { outcome: 'rejected', number: null, note: row.reason };
      let isStarted = wasStarted;
      const decision = await shipParcel(orders, row, () => {
        isStarted = true;
        beforeWrite();
      });
      // This row, or the same row of the interrupted import, has shipped it.
      return decision.outcome === 'already shipped' && isStarted ? { ...decision, outcome: 'shipped' } : decision;
    },
  });
}
