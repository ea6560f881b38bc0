import { orderNumber } from '../../lib/values/text.ts';
import type { Options, StoreClient } from '../client/client.ts';
import { reasonIfRejected, StoreError, undefinedIf } from '../client/error.ts';
import { parseUnits } from '../money.ts';
import { type Decision, decide, type Payable, paymentFor, withPayment } from './decidePayment.ts';
import type { ListedPayment } from './paymentList.ts';

/** Finds orders and records payments. `pay` returns undefined if the order changed in the meantime. */
type Ledger = {
  /** The references of the rows that payments recorded by hand belong to, by order and amount. */
  matched: Map<string, Set<string>>;
  find(number: string): Promise<Payable | undefined>;
  pay(order: Payable, row: ListedPayment): Promise<Pick<Decision, 'outcome' | 'note'> | undefined>;
};

/** Records payments through the API. The idempotency key comes from the reference, so a repeated row has no further effect. */
export const realLedger = (store: StoreClient, options: Pick<Options, 'actor'> = {}): Ledger => ({
  matched: new Map(),
  find: (number) => store.getOrder({ number }).catch(undefinedIf('not_found')),
  pay: async ({ number, version }, row) => {
    const idempotencyKey = await hashOf(row.reference);
    try {
      await store.createPayment({ number, ...paymentFor(row) }, { ...options, idempotencyKey, version });
      return { outcome: 'paid' };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (stale.includes(error.code)) return undefined;
      return { outcome: 'rejected', note: reasonIfRejected(error, [400, 409, 413, 422]) };
    }
  },
});

/** In hexadecimal. Browsers can compute it too. */
async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Errors that mean that the order changed after the row was decided. */
const stale: StoreError['code'][] = ['version_mismatch', 'not_found', 'order_cancelled', 'payment_exceeds_balance'];

/** Records payments only in memory, so that later rows of the same order see them. */
export function dryLedger(store: StoreClient): Ledger {
  const real = realLedger(store);
  const paid = new Map<string, Payable>();
  return {
    ...real,
    find: async (number) => paid.get(number) ?? real.find(number),
    pay: async (order, row) => {
      paid.set(order.number, withPayment(order, row));
      return { outcome: 'paid' };
    },
  };
}

/** An order and an amount. */
const matchOf = ({ number, amount }: ListedPayment, currency: string) => `${number} ${parseUnits(amount, currency)}`;

function matchedByOthers(matched: Ledger['matched'], row: ListedPayment, currency: string): number {
  const references = matched.get(matchOf(row, currency)) ?? new Set();
  return references.size - (references.has(row.reference) ? 1 : 0);
}

/** If a payment that was recorded by hand belongs to this row, it belongs to no other from now on. */
export function noteMatch(matched: Ledger['matched'], row: ListedPayment, { isByHand, currency }: Decision): void {
  const key = matchOf(row, currency);
  if (isByHand) matched.set(key, (matched.get(key) ?? new Set()).add(row.reference));
}

const maxTries = 10;

/** Decides the outcome of a row, and records its payment if that settles the order. Calls `beforePayment` just before. */
export async function settle(
  { find, pay, matched }: Ledger,
  row: ListedPayment,
  currency: string,
  beforePayment: () => void,
): Promise<Decision> {
  for (let tries = 0; tries < maxTries; tries++) {
    const order = orderNumber.test(row.number) ? await find(row.number) : undefined;
    const decision = decide(order, row, currency, matchedByOthers(matched, row, order?.currency ?? currency));
    noteMatch(matched, row, decision);
    if (!order || decision.outcome !== 'pay') return decision;
    beforePayment();
    const paid = await pay(order, row);
    if (paid) return { ...decision, ...paid };
  }
  return { outcome: 'rejected', currency, collected: null, note: 'the order keeps changing; import the list again' };
}
