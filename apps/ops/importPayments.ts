import type { StoreClient } from '../client/client.ts';
import type { Decision } from './decidePayment.ts';
import { importRows, type Recorded } from './importRows.ts';
import { dryLedger, realLedger, settle } from './ledger.ts';
import type { ListedPayment } from './paymentList.ts';
import type { ProgressFile } from './progressFile.ts';

type Import = {
  rows: readonly ListedPayment[];
  progress: ProgressFile<Recorded<Decision>>;
  isDry: boolean;
  store: StoreClient;
  currency: string;
};

/** Decides the outcome of each row and, unless it is a dry run, records the payments. */
export function importPayments({ store, currency, ...settings }: Import) {
  const ledger = settings.isDry ? dryLedger(store) : realLedger(store);
  return importRows<ListedPayment, Decision>({
    ...settings,
    groupOf: ({ number }) => number,
    handle: async (row, wasStarted, beforePayment) => {
      if (row.reason !== undefined) return { outcome: 'rejected', currency: '', collected: null, note: row.reason };
      return asPaidBefore(await settle(ledger, row, currency, beforePayment), wasStarted);
    },
  });
}

/** If the interrupted import had begun to send this payment, the recorded one is its own. */
const asPaidBefore = ({ isByReference, ...decision }: Decision, wasStarted: boolean): Decision =>
  isByReference && wasStarted ? { ...decision, outcome: 'paid' } : decision;
