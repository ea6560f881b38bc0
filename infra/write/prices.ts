/** List prices in USD, us-east-1, without free tiers and discounts. */
export const prices = {
  asOf: '2026-11',
  million: { apiRequests: 3.5, functionCalls: 0.2, readUnits: 0.125, writeUnits: 0.625, queueCalls: 0.4 },
  /** Of a function on ARM. */
  gigabyteSecond: 0.0000133334,
  gigabyteOfLogs: 0.5,
  gigabyteOut: 0.09,
  gigabyteMonth: { table: 0.25, recovery: 0.2 },
  month: { alarm: 0.1, dashboard: 3, ownMetric: 0.3 },
} as const;
