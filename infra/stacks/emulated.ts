import type { App } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CommandError } from '../../apps/ops/commandError.ts';
import type { BuildConstants } from '../bundle/bundle.ts';

/*
 * This file has every difference between a deployment with `-c emulated=true` and a real one, but for one: MiniStack does not
 * evaluate the conditions in a function's role, on partitions and attributes. A test compares the templates with recorded
 * requests instead. Tests of the templates run without `emulated`.
 */

/** Whether to deploy to an emulated AWS. Throws if the endpoint is not on this machine. */
export function isEmulated(app: App, { AWS_ENDPOINT_URL = '' }: NodeJS.ProcessEnv): boolean {
  if (app.node.tryGetContext('emulated') !== 'true') return false;
  if (['127.0.0.1', 'localhost'].includes(URL.parse(AWS_ENDPOINT_URL)?.hostname ?? '')) return true;
  throw new CommandError('-c emulated=true needs an emulator on this machine. Set AWS_ENDPOINT_URL to its URL on localhost.');
}

export const emulatorConstants = ({ WEBHOOK_ALLOW_LOCAL }: NodeJS.ProcessEnv): Partial<BuildConstants> => ({
  // The tests' receivers run on this machine. A bundle for AWS has no such switch.
  ...(WEBHOOK_ALLOW_LOCAL === '1' && { WEBHOOK_ALLOW_LOCAL }),
  // The emulator is one process on a machine that may stand still for seconds.
  AWS_TIMEOUT_FACTOR: '30',
  // MiniStack requires the action `sqs:SendMessageBatch`. On AWS, `sqs:SendMessage` covers batches.
  QUEUE_BATCH: '1',
});

/** MiniStack rejects the property `Metrics`, so an alarm on a math expression or a labelled metric watches a plain metric. */
export function adaptToEmulator(app: App): void {
  for (const alarm of app.node.findAll()) {
    if (!(alarm instanceof CfnAlarm) || alarm.metrics === undefined) continue;
    alarm.metrics = undefined;
    Object.assign(alarm, { namespace: 'Emulated', metricName: alarm.node.path, period: 300, statistic: 'Sum' });
  }
}
