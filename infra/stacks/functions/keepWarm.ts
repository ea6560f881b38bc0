import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as Target } from 'aws-cdk-lib/aws-events-targets';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { KeepWarm } from '../../../lib/api/forward.ts';
import { routes } from '../../../lib/routes.ts';
import type { Stage } from '../stage.ts';
import { scheduleSettings } from './lambda.ts';

/** Lets `unmatched`, which may call every operation, do so every five minutes. */
export function keepWarm(scope: Construct, unmatched: Alias, { isClosed }: Stage): void {
  const event: KeepWarm = { keep_warm: routes.map(({ id }) => id) };
  const targets = [new Target(unmatched, { event: RuleTargetInput.fromObject(event), ...scheduleSettings })];
  new Rule(scope, 'EachFiveMinutes', { schedule: Schedule.rate(Duration.minutes(5)), targets, enabled: !isClosed });
}
