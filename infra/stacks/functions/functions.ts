import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Route } from '../../../lib/route.ts';
import type { bundle } from '../../bundle/bundle.ts';
import type { Uses } from '../../bundle/uses.ts';
import type { Stage } from '../stage.ts';
import { grantsOf } from './grants.ts';
import { lambda, type Made } from './lambda.ts';
import { megabytesOf } from './memory.ts';

export type Bundle = Pick<Awaited<ReturnType<typeof bundle>>, 'handlers' | 'uses'> & {
  /** The folder that holds the handlers. */
  asset: string;
};
type Settings = {
  memorySize?: number;
  timeout?: Duration;
  reservedConcurrentExecutions?: number;
  retryAttempts?: number;
  caller?: Route['caller'];
};
type Reach = { table: ITable; bell: IQueue; stage: Stage };

/** Makes functions of bundled handlers: what each is given and granted follows from its code. */
export function functionsOf(scope: Construct, { asset, handlers, uses }: Bundle, { table, bell, stage }: Reach) {
  const code = Code.fromAsset(asset);
  return (name: string, { caller, ...settings }: Settings = {}): Made => {
    const use = uses[name] as Uses;
    return lambda(scope, name, {
      timeout: Duration.seconds(use.callsOut ? 25 : 10),
      ...(use.callsOut && atMost(stage.outgoingAtOnce)),
      ...settings,
      code,
      handler: handlers[name] as string,
      stage,
      environment: {
        STAGE: stage.name,
        NODE_OPTIONS: deepStacks,
        ...(use.commands.length > 0 && { TABLE_NAME: table.tableName }),
        ...(use.commands.includes('SendMessage') && { DOORBELL_URL: bell.queueUrl }),
      },
      grants: grantsOf(use, { tableArn: table.tableArn, queueArn: bell.queueArn, partitions: partitionsOf(caller) }),
    });
  };
}

/** Whom others keep waiting must not hold all the account's functions while they do. */
const atMost = (reservedConcurrentExecutions: number | undefined) =>
  reservedConcurrentExecutions && { reservedConcurrentExecutions };

/** Only the platform interface has to do with more than the partitions of tenants. */
const partitionsOf = (caller: Settings['caller']) => [
  'T#*',
  ...(caller === 'platform' ? ['PLATFORM', 'NAME#*', 'HOST#*'] : []),
];

/** The SDK alone fills the ten lines that a stack trace has by default, and ours come behind them. */
export const deepStacks = '--stack-trace-limit=30';

export const settingsOf = (route: Route): Settings => ({ caller: route.caller, memorySize: megabytesOf(route) });
