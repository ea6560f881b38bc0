import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { prices } from '../../write/prices.ts';
import type { Watched } from './alarms.ts';
import { ofTable, period, sumOf } from './metrics.ts';

const { million, gigabyteSecond, gigabyteOfLogs } = prices;
const summed = { statistic: 'Sum', period };

/** What drives the bill, at list prices: each line is what the service took of it, times the price. */
export function costs({ api, functions, table, bell }: Watched): IMetric[] {
  const all = [...functions.values()];
  const sizes = Map.groupBy(all, ({ megabytes }) => megabytes);
  return [
    sumOf('gateway', [api.metricCount(summed)], million.apiRequests / 1e6),
    sumOf(
      'function calls',
      all.map(({ lambda }) => lambda.metricInvocations(summed)),
      million.functionCalls / 1e6,
    ),
    ...[...sizes].map(([megabytes, some]) =>
      sumOf(
        `functions of ${megabytes} MB`,
        some.map(({ lambda }) => lambda.metricDuration(summed)),
        (gigabyteSecond * megabytes) / 1024 / 1000,
      ),
    ),
    sumOf('table reads', ofTable(table, 'ConsumedReadCapacityUnits'), million.readUnits / 1e6),
    sumOf('table writes', ofTable(table, 'ConsumedWriteCapacityUnits'), million.writeUnits / 1e6),
    // Each is sent, received and deleted.
    sumOf('rings', [bell.queue.metricNumberOfMessagesSent(summed)], (3 * million.queueCalls) / 1e6),
    sumOf(
      'logs',
      all.map(({ logs }) => logs.metricIncomingBytes(summed)),
      gigabyteOfLogs / 1e9,
    ),
  ];
}
