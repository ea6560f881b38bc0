export const namespace = 'StorePlatform';

/** What we measure beyond AWS's own metrics; `by` is the log field that splits a metric. */
export const metrics = {
  orders_placed: { unit: 'Count' },
  payments: { unit: 'Count' },
  refunds: { unit: 'Count' },
  rejections: { unit: 'Count', by: 'code' },
  deliveries: { unit: 'Count', by: 'outcome' },
  /** Requests for a known path that the gateway did not match to it. */
  forwarded: { unit: 'Count' },
  /** How often platform keys were issued or revoked in the last ten minutes. */
  platform_key_changes: { unit: 'Count' },
  /** How long the oldest due delivery has been waiting. */
  overdue: { unit: 'Seconds' },
  /** How long a change takes to appear in the index that `updated_from` reads. */
  index_lag: { unit: 'Seconds' },
} as const;

export type Metric = keyof typeof metrics;

/** Log fields from which CloudWatch extracts a data point. Undefined in a local run. */
export function metricFields(name: Metric, value = 1) {
  const { STAGE: stage } = process.env;
  if (!stage) return undefined;
  const { unit, by }: { unit: string; by?: string } = metrics[name];
  const point = {
    Namespace: namespace,
    Dimensions: [['stage', ...(by ? [by] : [])]],
    Metrics: [{ Name: name, Unit: unit }],
  };
  return { stage, [name]: value, _aws: { Timestamp: Date.now(), CloudWatchMetrics: [point] } };
}
