import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LegendPosition,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Route } from '../../../lib/route.ts';
import type { Made } from '../functions/lambda.ts';
import type { Alarms, Watched } from './alarms.ts';
import { failedShare, ofTable, own, ownByField, period, sumOf, throttledIn } from './metrics.ts';

type Props = Watched & { alarms: Alarms; routes: readonly Route[] };

const graph = (title: string, left: IMetric[], more: object = {}) =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 }, ...more });

/** One screen from what matters most, above, to what explains it, below. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const rows = [atAGlance(props), traffic(props), latency(props), deliveries(props), tableUse(props)];
    new CloudWatchDashboard(this, 'Dashboard', {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: Duration.hours(3),
      widgets: [[alarmsOf(props)], ...rows],
    });
  }
}

const alarmsOf = ({ alarms }: Props) => new AlarmStatusWidget({ title: 'Alarms', alarms: alarms.all, width: 24, height: 5 });

const atAGlance = ({ api, stage }: Props): IWidget[] => [
  new SingleValueWidget({
    title: 'In five minutes',
    metrics: [
      api.metricCount({ label: 'requests', statistic: 'Sum', period }),
      failedShare(api),
      api.metricLatency({ label: 'p99, ms', statistic: 'p99', period }),
      own('orders_placed', stage),
      own('payments', stage),
      own('refunds', stage),
      own('overdue', stage),
    ],
    width: 24,
    height: 3,
  }),
];

const traffic = ({ api, stage }: Props): IWidget[] => [
  graph('Traffic', [
    api.metricCount({ label: 'requests', statistic: 'Sum', period }),
    api.metricClientError({ label: '4xx', statistic: 'Sum', period }),
    api.metricServerError({ label: '5xx', statistic: 'Sum', period }),
  ]),
  graph('Refusals by code', [ownByField('rejections', stage, 'code')]),
  graph('Orders, payments, refunds', [own('orders_placed', stage), own('payments', stage), own('refunds', stage)]),
];

/** A line an operation, in three groups that can be told apart. */
function latency({ routes, functions }: Props): IWidget[] {
  const groups = Map.groupBy(routes, ({ caller, method }) => `${caller}, ${method === 'GET' ? 'reads' : 'writes'}`);
  return [...groups].map(([title, some]) => {
    const lines = some.map(({ id: label }) =>
      (functions.get(label) as Made).lambda.metricDuration({ label, statistic: 'p99', period }),
    );
    return graph(`p99 in ms: ${title}`, lines, { legendPosition: LegendPosition.RIGHT, width: 12 });
  });
}

const deliveries = ({ bell, stage }: Props): IWidget[] => [
  graph('Deliveries', [ownByField('deliveries', stage, 'outcome')]),
  graph('The longest due, seconds', [own('overdue', stage), bell.queue.metricApproximateAgeOfOldestMessage({ label: 'bell' })]),
  graph('Rings', [
    bell.queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting' }),
    bell.queue.metricApproximateNumberOfMessagesNotVisible({ label: 'under way' }),
    bell.dead.metricApproximateNumberOfMessagesVisible({ label: 'dead letters' }),
  ]),
];

const tableUse = ({ table }: Props): IWidget[] => [
  graph('Table units', [
    sumOf('read', ofTable(table, 'ConsumedReadCapacityUnits')),
    sumOf('written', ofTable(table, 'ConsumedWriteCapacityUnits')),
  ]),
  graph('Table calls turned away', [throttledIn(table)]),
];
