import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LegendPosition,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../../../lib/api/route.ts';
import type { Alarms, Monitored } from './alarms.ts';
import { customMetric, customMetricBy, errorRate, period, sumOf, tableMetrics, tableThrottles } from './stackMetrics.ts';

type Props = Monitored & { alarms: Alarms; routes: readonly Route[] };

/** One page: the most important graphs first, then those that explain them. */
export function addDashboard(scope: Construct, props: Props): void {
  new Dashboard(new Construct(scope, 'Dashboard'), 'Dashboard', {
    // The names of dashboards are shared by all regions of an account.
    dashboardName: `${Stack.of(scope).stackName}-${Aws.REGION}`,
    defaultInterval: Duration.hours(3),
    widgets: [alarms(props), overview(props), requests(props), latency(props), deliveries(props), tableUse(props)],
  });
}

const alarms = ({ alarms: { all } }: Props): IWidget[] => [
  new AlarmStatusWidget({ title: 'Alarms', alarms: all, width: 24, height: 5 }),
];

const overview = ({ api, stage }: Props): IWidget[] => [
  new SingleValueWidget({
    title: 'Last 5 minutes',
    metrics: [
      api.metricCount({ label: 'requests', statistic: 'Sum', period }),
      errorRate(api),
      api.metricLatency({ label: 'p99 latency, ms', statistic: 'p99', period }),
      ...ordersAndPayments(stage),
      customMetric('overdue', stage),
    ],
    width: 24,
    height: 3,
  }),
];

const requests = ({ api, stage }: Props): IWidget[] => [
  graph('Requests', [
    api.metricCount({ label: 'requests', statistic: 'Sum', period }),
    api.metricClientError({ label: '4xx', statistic: 'Sum', period }),
    api.metricServerError({ label: '5xx', statistic: 'Sum', period }),
  ]),
  graph('Rejections by code', [customMetricBy('code', 'rejections', stage)]),
  graph('Orders, payments and refunds', ordersAndPayments(stage)),
];

/** One line for each operation, grouped by interface, reads and writes. */
function latency({ routes, functions }: Props): IWidget[] {
  const groups = Map.groupBy(routes, ({ caller, method }) => `${caller}, ${method === 'GET' ? 'reads' : 'writes'}`);
  return [...groups].map(([title, some]) => {
    const lines = some.map(({ id: label }) =>
      (functions.get(label) as IFunction).metricDuration({ label, statistic: 'p99', period }),
    );
    return graph(`p99 latency, ms: ${title}`, lines, { legendPosition: LegendPosition.RIGHT, width: 12 });
  });
}

const deliveries = ({ queues: { queue, deadLetterQueue }, stage }: Props): IWidget[] => [
  graph('Deliveries by outcome', [customMetricBy('outcome', 'deliveries', stage)]),
  graph('Longest delay of a delivery, seconds', [
    customMetric('overdue', stage),
    queue.metricApproximateAgeOfOldestMessage({ label: 'in the queue' }),
  ]),
  graph('Messages in the delivery queue', [
    queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting' }),
    queue.metricApproximateNumberOfMessagesNotVisible({ label: 'in flight' }),
    deadLetterQueue.metricApproximateNumberOfMessagesVisible({ label: 'dead letters' }),
  ]),
];

const tableUse = ({ table }: Props): IWidget[] => [
  graph('Table capacity units', [
    sumOf('read', tableMetrics(table, 'ConsumedReadCapacityUnits')),
    sumOf('written', tableMetrics(table, 'ConsumedWriteCapacityUnits')),
  ]),
  graph('Throttled table requests', [tableThrottles(table)]),
];

const ordersAndPayments = (stage: Props['stage']): IMetric[] =>
  (['orders_placed', 'payments', 'refunds'] as const).map((name) => customMetric(name, stage));

const graph = (title: string, left: IMetric[], more: object = {}) =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 }, ...more });
