import { Aws, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { type Alias, Code, type FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Access, Route } from '../../../lib/api/route.ts';
import { routes } from '../../../lib/routes.ts';
import type { bundle } from '../../bundle/bundle.ts';
import { webhookKeysName } from '../dataStack.ts';
import type { Stage } from '../stage.ts';
import { grantsOf } from './grants.ts';
import { createFunction } from './lambda.ts';
import { megabytesOf } from './memory.ts';

export type Bundle = Pick<Awaited<ReturnType<typeof bundle>>, 'handlers' | 'siteAsset'> & {
  /** The folder that contains the handlers of all functions but `site`. */
  asset: string;
};
type Settings = FunctionOptions & { caller?: Route['caller']; access: readonly Access[] };
type Resources = { table: ITable; queue: IQueue; followQueue: IQueue; stage: Stage };

/** Returns a function that creates the Lambda function of a handler, with the settings and grants that its access needs. */
export function functionFactory(
  scope: Construct,
  { asset, siteAsset, handlers }: Bundle,
  { table, queue, followQueue, stage }: Resources,
) {
  const [code, siteCode] = [Code.fromAsset(asset), Code.fromAsset(siteAsset)];
  const { logRetention: retention, removalPolicyOnceCreated: removalPolicy } = stage;
  // Each line of a request names its operation, and each log stream its function.
  const logs = new LogGroup(scope, 'Logs', { retention, removalPolicy });
  return (name: string, { caller, access: own, ...settings }: Settings): Alias => {
    const access = [...own, ...(formerAccess[name] ?? [])];
    const usesTable = caller !== undefined || access.some((one) => /Item$|^Query/.test(one));
    const live = createFunction(scope, name, {
      ...(caller && access.includes('call receiver') ? receiverCallSettings(stage) : { timeout: Duration.seconds(10) }),
      ...settings,
      code: name === 'site' ? siteCode : code,
      handler: handlers[name] as string,
      logs,
      stage,
      environment: {
        STAGE: stage.name,
        NODE_OPTIONS: longStackTraces,
        ...(usesTable && { TABLE_NAME: table.tableName }),
        ...(caller === 'management' && { QUOTAS: JSON.stringify(stage.quotas) }),
        ...(access.includes('read webhook keys') && { WEBHOOK_KEYS_NAME: webhookKeysName(stage) }),
        ...(access.includes('call operations') && { FUNCTION_PREFIX: operationFunction(scope, '') }),
        ...(access.includes('SendMessage') && { QUEUE_URL: queue.queueUrl }),
        ...(access.includes('ring followers') && { FOLLOW_QUEUE_URL: followQueue.queueUrl }),
      },
      grants: grantsOf(access, {
        tableArn: table.tableArn,
        webhookKeysArn: webhookKeysArn(stage),
        queueArn: queue.queueArn,
        followQueueArn: followQueue.queueArn,
        operationArns: operationArns(scope),
        caller,
      }),
    });
    if (access.includes('call operations')) Validations.of(live.role as IRole).acknowledge(callsByPrefix(scope));
    return live;
  };
}

/** The name of an operation's function, by which `unmatched` calls it. */
export const operationFunction = (scope: Construct, id: string) => `${Stack.of(scope).stackName}-api-${id}`;

const operationArns = (scope: Construct) =>
  `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${operationFunction(scope, '*')}`;

const callsByPrefix = (scope: Construct) => ({
  id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${operationFunction(scope, '*')}]`,
  reason:
    'The ARNs of all operations would be near the size limit of a policy. Only the functions behind the gateway have this prefix.',
});

/** Slow receivers must not use up the account's concurrency. */
const receiverCallSettings = ({ receiverCallConcurrency: limit }: Stage) => ({
  timeout: Duration.seconds(25),
  reservedConcurrentExecutions: limit,
});

/** SDK frames alone fill Node's default stack trace of ten frames, so our own would be cut off. */
export const longStackTraces = '--stack-trace-limit=30';

/**
 * Access that only the last release needs, by function: `{ placeOrder: ['DeleteItem'] }`. Roles have no versions, so during a
 * deployment the former code runs with the new roles. `npm run lint` says when an entry is needed, and when it no longer is.
 */
export const formerAccess: Record<string, readonly Access[]> = {};

const accessOf = ({ access, changesOrders }: Route): readonly Access[] =>
  changesOrders ? [...access, 'ring followers'] : access;

export const settingsOf = (route: Route, { placeOrderConcurrency }: Stage): Settings => ({
  caller: route.caller,
  access: accessOf(route),
  memorySize: megabytesOf(route),
  ...(route.id === 'placeOrder' && placeOrderConcurrency && { reservedConcurrentExecutions: placeOrderConcurrency }),
});

/** Longer than any operation may take, and shorter than the gateway waits. */
export const forwardTimeout = Duration.seconds(28);

/** What `deliver` and `follow` need to call a receiver and to record how that ended. */
const worker = ['BatchGetItem', 'GetItem', 'UpdateItem', 'read webhook keys', 'call receiver', 'ring followers'] as const;

/** The access of the functions without a route. */
export const unroutedAccess = {
  unmatched: ['call operations'],
  site: [],
  health: ['GetItem'],
  deliver: [...worker, 'ConditionCheckItem', 'PutItem', 'Query due', 'SendMessage', 'receive deliveries'],
  follow: [...worker, 'Query changed', 'read the index lag', 'receive follower runs'],
  sweep: ['Query changed', 'Query due', 'SendMessage', 'measure an index', 'ring followers', 'watch platform keys'],
} satisfies Record<string, Access[]>;

/** Secrets Manager ends an ARN with six characters of its own. */
const webhookKeysArn = (stage: Stage) =>
  `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret:${webhookKeysName(stage)}-??????`;

/** The name and the access of every function. */
export const everyAccess = (): [string, Pick<Settings, 'caller' | 'access'>][] => [
  ...routes.map((route) => [route.id, { caller: route.caller, access: accessOf(route) }] as [string, Settings]),
  ...Object.entries(unroutedAccess).map(([id, access]) => [id, { access }] as [string, Settings]),
];
