import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Access, Route } from '../../../lib/route.ts';
import type { bundle } from '../../bundle/bundle.ts';
import type { Stage } from '../stage.ts';
import { grantsOf } from './grants.ts';
import { lambda, type Made } from './lambda.ts';
import { megabytesOf } from './memory.ts';

export type Bundle = Pick<Awaited<ReturnType<typeof bundle>>, 'handlers'> & {
  /** The folder that holds the handlers. */
  asset: string;
};
type Settings = {
  memorySize?: number;
  timeout?: Duration;
  reservedConcurrentExecutions?: number;
  retryAttempts?: number;
  caller?: Route['caller'];
  access: readonly Access[];
};
type Reach = { table: ITable; bell: IQueue; stage: Stage };

/** Makes the function of a bundled handler, with the settings and grants that its declared access needs. */
export function functionsOf(scope: Construct, { asset, handlers }: Bundle, { table, bell, stage }: Reach) {
  const code = Code.fromAsset(asset);
  return (name: string, { caller, access, ...settings }: Settings): Made => {
    const callsReceiver = access.includes('call receiver');
    const usesTable = caller !== undefined || access.length > 0;
    return lambda(scope, name, {
      timeout: Duration.seconds(callsReceiver ? 25 : 10),
      ...(callsReceiver && atMost(stage.outgoingAtOnce)),
      ...settings,
      code,
      handler: handlers[name] as string,
      stage,
      environment: {
        STAGE: stage.name,
        NODE_OPTIONS: deepStacks,
        ...(usesTable && { TABLE_NAME: table.tableName }),
        ...(access.includes('SendMessage') && { QUEUE_URL: bell.queueUrl }),
      },
      grants: grantsOf(access, {
        tableArn: table.tableArn,
        queueArn: bell.queueArn,
        partitions: partitionsOf(caller),
        authenticates: caller !== undefined,
      }),
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

export const settingsOf = ({ id, caller, access }: Route): Settings => ({ caller, access, memorySize: megabytesOf(id) });

/** The functions that are in no row, and what they do with AWS. */
export const otherAccess = {
  unmatched: [],
  reference: [],
  deliver: [
    'BatchGetItem',
    'ConditionCheckItem',
    'GetItem',
    'PutItem',
    'Query due',
    'SendMessage',
    'UpdateItem',
    'call receiver',
  ],
  sweep: ['Query due', 'SendMessage'],
} satisfies Record<string, Access[]>;
