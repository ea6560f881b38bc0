import type { App } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import type { Settled } from '../bundle/bundle.ts';
import { CommandError } from '../commandError.ts';

type Difference = {
  is: string;
  because: string;
  /** What is settled otherwise as the functions are bundled. */
  settled?(environment: NodeJS.ProcessEnv): Partial<Settled>;
  /** What is changed of the stacks. */
  change?(construct: IConstruct): void;
};

/** All in which a deployment with `-c emulated=true` differs from any other. The templates are tested without it. */
const differences: Difference[] = [
  {
    is: 'webhooks may go to this machine, if WEBHOOK_ALLOW_LOCAL is 1 when the functions are bundled',
    because: 'the receivers of the tests are here; what is bundled for AWS has no such switch',
    settled: ({ WEBHOOK_ALLOW_LOCAL }) => (WEBHOOK_ALLOW_LOCAL === '1' ? { WEBHOOK_ALLOW_LOCAL } : {}),
  },
  {
    is: 'a function waits ten times as long for AWS',
    because: 'all of it is one process here, on a machine that may be busy: its slowness says nothing',
    settled: () => ({ AWS_TIMEOUT_FACTOR: '10' }),
  },
  {
    is: 'what the gateway answers by itself is not in our shape',
    because: 'MiniStack leaves that part of an imported document out',
  },
  {
    is: "the conditions of a function's role, on partitions and on attributes, always hold",
    because:
      'MiniStack does not see in a request which it is about; a test of the templates compares them with what is asked for',
  },
  {
    is: 'an alarm over a calculation, or a metric with a label, watches one without',
    because: 'MiniStack refuses the `Metrics` of an alarm',
    change: (construct) => {
      if (!(construct instanceof CfnAlarm) || construct.metrics === undefined) return;
      construct.metrics = undefined;
      Object.assign(construct, { namespace: 'Emulated', metricName: construct.node.path, period: 300, statistic: 'Sum' });
    },
  },
];

/** Whether this is for an emulated AWS, which then must be the one that is deployed to. */
export function isEmulated(app: App, { AWS_ENDPOINT_URL = '' }: NodeJS.ProcessEnv): boolean {
  if (app.node.tryGetContext('emulated') !== 'true') return false;
  if (['127.0.0.1', 'localhost'].includes(URL.parse(AWS_ENDPOINT_URL)?.hostname ?? '')) return true;
  throw new CommandError('-c emulated=true is for an AWS on this machine, and AWS_ENDPOINT_URL leads to none.');
}

/** What the functions for an emulator are bundled with. */
export const settledFor = (environment: NodeJS.ProcessEnv): Partial<Settled> =>
  Object.assign({}, ...differences.map(({ settled }) => settled?.(environment)));

/** Makes an app fit for an emulator. */
export function emulate(app: App): void {
  for (const construct of app.node.findAll()) {
    for (const { change } of differences) change?.(construct);
  }
}
