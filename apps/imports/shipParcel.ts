import { isSingleLine, orderNumber } from '../../lib/values/text.ts';
import { type Options, type StoreClient, StoreError } from '../client/client.ts';
import { reasonIfRejected, undefinedIf } from '../client/error.ts';
import { backOff, isTransient, sleep } from '../client/send.ts';
import { type Change, type Decision, decide, type Shippable, type Tracking } from './decideShipment.ts';
import { roundedText } from './numbers.ts';

type CallOptions = Pick<Options, 'actor'>;

/** A parcel in a carrier's list. It names the order by number or by reference. */
export type ListedParcel = { number: string; reference: string; tracking: Tracking };

/** Why the tracking number of a row cannot be used. */
export const trackingProblem = (text: string): string | false => (text === '' && 'is required') || roundedText(text);

/** A search needs two characters, and takes a text with an `@` for an e-mail address. */
export const canBeFound = (reference: string) =>
  /[\p{L}\p{N}]/u.test(reference) && /^[^@]{2,100}$/u.test(reference) && isSingleLine(reference);

/** Finds orders and changes their shipments. `change` returns why the change is rejected. Undefined means that it was made. */
export type Orders = {
  find(row: ListedParcel): Promise<Shippable[]>;
  change(order: Shippable, change: Change): Promise<StoreError | undefined>;
};

export const realOrders = (store: StoreClient, options: CallOptions = {}): Orders => ({
  find: async ({ number, reference }) => {
    if (reference) return findByReference(store, reference);
    const order = orderNumber.test(number) && (await store.getOrder({ number }).catch(undefinedIf('not_found')));
    return order ? [order] : [];
  },
  change: async ({ number, version }, change) => {
    try {
      // Only the order that was decided on is changed, or this could replace a tracking number that somebody else has just set.
      await store.updateShipment({ number, ...change }, { ...options, version, retries: 0 });
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  },
});

/** The search finds every order whose reference begins like this. It can take a while, so a single match is read again. */
async function findByReference(store: StoreClient, reference: string): Promise<Shippable[]> {
  const found = [];
  for await (const order of store.orders({ q: reference })) if (order.reference === reference) found.push(order);
  const [order, ...others] = found;
  return order && others.length === 0 ? [await store.getOrder({ number: order.number })] : found;
}

/** Changes orders only in memory, so that later rows of the same order see the changes. */
export function dryOrders(store: StoreClient): Orders {
  const real = realOrders(store);
  const changed = new Map<string, Shippable>();
  return {
    find: async (row) => (await real.find(row)).map((order) => changed.get(order.number) ?? order),
    change: async (order, { id, ...change }) => {
      const shipments = order.shipments.map((one) => (one.id === id ? { ...one, ...change } : one));
      changed.set(order.number, { ...order, shipments });
      return undefined;
    },
  };
}

/** Errors that mean that the order changed after the row was decided. */
const stale: StoreError['code'][] = ['not_found', 'order_cancelled', 'order_not_authorized', 'version_mismatch'];
const maxRetries = 9;

/** Decides the outcome of a row, and ships its order if that is clear. Calls `beforeWrite` just before. */
export async function shipParcel({ find, change }: Orders, row: ListedParcel, beforeWrite: () => void): Promise<Decision> {
  if (row.reference !== '' && !canBeFound(row.reference)) {
    const note = 'reference: cannot be searched for; put this parcel into a list with the column number';
    return { outcome: 'rejected', number: null, note };
  }
  for (let attempt = 0; ; attempt++) {
    const found = await find(row);
    const [order, ...others] = found;
    if (!order) return { outcome: 'unknown', number: null };
    if (others.length > 0) {
      const numbers = found.map(({ number }) => number).join(', ');
      return { outcome: 'several', number: null, note: `the orders ${numbers} have this reference` };
    }
    const { decision, change: needed } = decide(order, row.tracking);
    if (!needed) return decision;
    beforeWrite();
    const error = await change(order, needed);
    if (!error) return decision;
    const isRetryable = isTransient(error) || stale.includes(error.code);
    if (!isRetryable || attempt >= maxRetries) {
      const note = reasonIfRejected(error, [400, 404, 409, 412, 413]);
      return { outcome: 'rejected', number: order.number, note };
    }
    await sleep(backOff(error, attempt));
  }
}
