import { createHash } from 'node:crypto';
import { type StoreClient, StoreError } from '../../../lib/client/client.ts';
import { fieldErrorsText, undefinedIfNotFound } from './connection.ts';
import { type Decision, decide, type Payable, paymentFor, unknownOrder, withPayment } from './decidePayment.ts';
import type { ListedPayment } from './paymentList.ts';

/** Where orders are found and payments recorded. `pay` returns undefined if the order changed meanwhile. */
type Ledger = {
  find(number: string): Promise<Payable | undefined>;
  pay(order: Payable, row: ListedPayment): Promise<Pick<Decision, 'outcome' | 'note'> | undefined>;
};

/** Records payments. The key comes from the reference, so that a repeated row has no second effect. */
export const realLedger = (store: StoreClient): Ledger => ({
  find: (number) => store.getOrder({ number }).catch(undefinedIfNotFound),
  pay: async ({ number, version }, row) => {
    const idempotencyKey = createHash('sha256').update(row.reference).digest('hex');
    try {
      await store.createPayment({ number, ...paymentFor(row) }, { idempotencyKey, version });
      return { outcome: 'paid' };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (stale.includes(error.code)) return undefined;
      if (![400, 409, 413, 422].includes(error.status)) throw error;
      return { outcome: 'rejected', note: fieldErrorsText(error.errors) || error.message };
    }
  },
});

/** The order is no longer as it was when the row was decided. */
const stale: StoreError['code'][] = ['version_mismatch', 'not_found', 'order_cancelled', 'payment_exceeds_balance'];

/** Records payments only in memory, so that later rows of the same order see them. */
export function dryLedger(store: StoreClient): Ledger {
  const real = realLedger(store);
  const paid = new Map<string, Payable>();
  return {
    find: async (number) => paid.get(number) ?? real.find(number),
    pay: async (order, row) => {
      paid.set(order.number, withPayment(order, row));
      return { outcome: 'paid' };
    },
  };
}

const maxTries = 10;

/** Decides a row, and pays it if that settles its order. `beforePayment` is called right before. */
export async function settle(
  { find, pay }: Ledger,
  row: ListedPayment,
  currency: string,
  beforePayment: () => void,
): Promise<Decision> {
  for (let tries = 0; tries < maxTries; tries++) {
    const order = /^[1-9]\d{3,11}$/.test(row.number) ? await find(row.number) : undefined;
    if (!order) return unknownOrder(row, currency);
    const decision = decide(order, row);
    if (decision.outcome !== 'pay') return decision;
    beforePayment();
    const paid = await pay(order, row);
    if (paid) return { ...decision, ...paid };
  }
  return { outcome: 'rejected', currency, collected: null, note: 'the order keeps changing; run the command again' };
}
