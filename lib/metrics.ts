export const namespace = 'StorePlatform';

/** What is counted or measured beside what AWS counts anyway, and the field that it is told apart by. */
export const metrics = {
  orders_placed: { unit: 'Count' },
  payments: { unit: 'Count' },
  refunds: { unit: 'Count' },
  rejections: { unit: 'Count', by: 'code' },
  deliveries: { unit: 'Count', by: 'outcome' },
  /** How long the longest due delivery has been waiting. */
  overdue: { unit: 'Seconds' },
} as const;

export type Metric = keyof typeof metrics;

/** What makes a line of the log a point of a metric too: CloudWatch reads it there. A local run measures nothing. */
export function measured(name: Metric, value = 1) {
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
