import type { App } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import { CommandError } from '../../apps/ops/commandError.ts';
import type { BuildConstants } from '../bundle/bundle.ts';

type Difference = {
  description: string;
  reason: string;
  /** Build constants that differ. */
  constants?(environment: NodeJS.ProcessEnv): Partial<BuildConstants>;
  /** Changes a construct of the stacks, if it has to differ. */
  change?(construct: IConstruct): void;
};

/** Every difference between a deployment with `-c emulated=true` and a real one. Tests of the templates run without it. */
const differences: Difference[] = [
  {
    description: 'Webhooks may call this machine, if WEBHOOK_ALLOW_LOCAL is 1 at build time.',
    reason: "The tests' receivers run on this machine. A bundle for AWS has no such switch.",
    constants: ({ WEBHOOK_ALLOW_LOCAL }) => (WEBHOOK_ALLOW_LOCAL === '1' ? { WEBHOOK_ALLOW_LOCAL } : {}),
  },
  {
    description: 'The time limits for calls to AWS are ten times as long.',
    reason: 'The emulator is one process on a machine that may be busy.',
    constants: () => ({ AWS_TIMEOUT_FACTOR: '10' }),
  },
  {
    description: "The gateway's own errors do not have our format.",
    reason: 'MiniStack ignores that part of an imported document.',
  },
  {
    description: "The conditions in a function's role, on partitions and attributes, always hold.",
    reason: 'MiniStack does not evaluate them. A test compares the templates with recorded requests instead.',
  },
  {
    description: 'Messages are sent to the queue one by one.',
    reason: 'MiniStack requires the action `sqs:SendMessageBatch`. On AWS, `sqs:SendMessage` covers batches.',
    constants: () => ({ QUEUE_BATCH: '1' }),
  },
  {
    description: 'An alarm on a math expression or a labelled metric watches a plain metric instead.',
    reason: 'MiniStack rejects the property `Metrics` of an alarm.',
    change: (construct) => {
      if (!(construct instanceof CfnAlarm) || construct.metrics === undefined) return;
      construct.metrics = undefined;
      Object.assign(construct, { namespace: 'Emulated', metricName: construct.node.path, period: 300, statistic: 'Sum' });
    },
  },
];

/** Whether to deploy to an emulated AWS. Throws if the endpoint is not on this machine. */
export function isEmulated(app: App, { AWS_ENDPOINT_URL = '' }: NodeJS.ProcessEnv): boolean {
  if (app.node.tryGetContext('emulated') !== 'true') return false;
  if (['127.0.0.1', 'localhost'].includes(URL.parse(AWS_ENDPOINT_URL)?.hostname ?? '')) return true;
  throw new CommandError('-c emulated=true needs an emulator on this machine. Set AWS_ENDPOINT_URL to its URL on localhost.');
}

export const emulatorConstants = (environment: NodeJS.ProcessEnv): Partial<BuildConstants> =>
  Object.assign({}, ...differences.map(({ constants }) => constants?.(environment)));

export function adaptToEmulator(app: App): void {
  for (const construct of app.node.findAll()) {
    for (const { change } of differences) change?.(construct);
  }
}
