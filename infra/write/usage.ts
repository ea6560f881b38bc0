import { listMegabytes } from '../stacks/functions/memory.ts';

/** Table units and database calls of one operation. test/infra/usage.test.ts measures them. */
export const usage = {
  'read an order of up to 4 KB': { reads: 1, writes: 0, calls: 1 },
  'list 10 orders of 1.5 KB': { reads: 4, writes: 0, calls: 1, megabytes: listMegabytes },
  'place an order of one line': { reads: 3, writes: 14, calls: 3 },
  'record a payment': { reads: 1, writes: 4, calls: 2 },
  'change an order': { reads: 1, writes: 4, calls: 2 },
  'change a product': { reads: 1, writes: 4, calls: 2 },
  'adjust stock': { reads: 2, writes: 4, calls: 3 },
  'place an order that a webhook confirms': { reads: 3, writes: 17, calls: 3 },
  'deliver that order to the webhook': { reads: 4, writes: 6, calls: 5, isDelivery: true },
};

/** A follower polls the index and finds no changes. test/lib/webhook/follow.test.ts measures it. */
export const idlePoll = { reads: 3.5, calls: 3 };

/** Write units of the item that remembers an idempotency key. */
export const idempotencyWrites = 2;

/** KB that placing an order stores, with its search keys and index entries, rounded up. Each item counts 100 bytes more. */
export const storedKilobytes = { order: 3, idempotencyKey: 0.4 };

/** The metrics of a stage. test/infra/stacks/watching.slow.test.ts counts them. */
export const standing = { watched: 48, ownMetrics: 11 };
