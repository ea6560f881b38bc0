/** What one of each takes, as the tests measure it. */
export type Usage = {
  /** Units of the table, and the calls in which they are taken. */
  reads: number;
  writes: number;
  calls: number;
  megabytes: number;
  /** Behind the gateway, or woken by the queue. */
  woken?: true;
};

export const usage = {
  'read an order of up to 4 KB': { reads: 1, writes: 0, calls: 1, megabytes: 512 },
  'list 10 orders of 1.2 KB': { reads: 3, writes: 0, calls: 1, megabytes: 1769 },
  'place an order of one line': { reads: 3, writes: 7, calls: 3, megabytes: 512 },
  'record a payment on it': { reads: 1, writes: 2, calls: 2, megabytes: 512 },
  'change it': { reads: 1, writes: 2, calls: 2, megabytes: 512 },
  'place one that a webhook is told of': { reads: 3, writes: 11, calls: 3, megabytes: 512 },
  'deliver that to the webhook': { reads: 3, writes: 6, calls: 5, megabytes: 512, woken: true },
} satisfies Record<string, Usage>;

/** What is taken for granted, since no test can measure it. */
export const assumed = { msEach: 5, msPerCall: 5, msOfReceiver: 200, logBytes: 1000, queueCalls: 3 };
