/** What one of each takes, as the tests measure it. */
export type Usage = {
  /** Units of the table, and the calls in which they are taken. */
  reads: number;
  writes: number;
  calls: number;
  /** The operation; one that has no row is woken by the queue, not called through the gateway. */
  by: string;
};

export const usage = {
  'read an order of up to 4 KB': { reads: 1, writes: 0, calls: 1, by: 'getOrder' },
  'list 10 orders of 1.2 KB': { reads: 3, writes: 0, calls: 1, by: 'getOrders' },
  'place an order of one line': { reads: 3, writes: 7, calls: 3, by: 'placeOrder' },
  'record a payment on it': { reads: 1, writes: 2, calls: 2, by: 'createPayment' },
  'change it': { reads: 1, writes: 2, calls: 2, by: 'updateOrder' },
  'place one that a webhook is told of': { reads: 3, writes: 11, calls: 3, by: 'placeOrder' },
  'deliver that to the webhook': { reads: 3, writes: 6, calls: 5, by: 'deliver' },
} satisfies Record<string, Usage>;

/** What is taken for granted, since no test can measure it. */
export const assumed = { msEach: 5, msPerCall: 5, msOfReceiver: 200, logBytes: 1000, queueCalls: 3 };

/** What there is in a month without a request: metrics that alarms watch besides one of each function, and metrics of our own. */
export const standing = { alsoWatched: 13, ownMetrics: 7, polls: 650_000, sweeps: 43_200, readsOfSweep: 8 };
