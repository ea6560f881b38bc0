import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access, Caller } from '../../../lib/api/route.ts';
import { tableShape } from '../../tableShape.ts';

const { partitionKey, sortKey } = tableShape;

type Scope = {
  tableArn: string;
  webhookKeysArn: string;
  queueArn: string;
  followQueueArn: string;
  /** An ARN pattern that matches the functions of all operations. */
  operationArns: string;
  /** The kind of key that the function checks, if any. */
  caller: Caller | undefined;
};

/** How a key is read: a management key together with its tenant's plan. Its last use is also recorded. */
const keyCheck: Record<Caller, string[]> = { platform: ['GetItem'], management: ['BatchGetItem'] };

/**
 * Partitions that a function may read and write, and those that it may only read. `only` limits an action to some of the former. So
 * no function can create a platform key, or update or delete an entry of the platform's audit log.
 */
const partitionsOf: Record<Caller, { own: string[]; only: Record<string, string[]>; readOnly: string[]; keys: string[] }> = {
  management: { own: ['T#*'], only: {}, readOnly: [], keys: ['T#*'] },
  platform: {
    own: ['T#*', 'NAME#*', 'HOST#*', 'PLATFORM#IDEM', 'PLATFORM#AUDIT'],
    only: { UpdateItem: ['T#*'], DeleteItem: ['NAME#*', 'HOST#*'] },
    readOnly: ['PLATFORM#KEY'],
    keys: ['PLATFORM#KEY'],
  },
};

const reads = ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query'];

/** Grants the declared access, and nothing else. */
export function grantsOf(
  access: readonly Access[],
  { tableArn, webhookKeysArn, queueArn, followQueueArn, operationArns, caller }: Scope,
): PolicyStatement[] {
  const { own, only, readOnly, keys } = partitionsOf[caller ?? 'management'];
  const onTable = (actions: string[], partitions: string[], attributes?: string[]) =>
    actions.length > 0 &&
    allow(actions, [tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
      ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, ...attributes] } }),
    });
  const actions = [...(caller ? keyCheck[caller] : []), ...access.filter((one) => /Item$|^Query$/.test(one))];
  const { read = [], write = [] } = Object.groupBy(actions, (action) => (reads.includes(action) ? 'read' : 'write'));
  const indexes = access.flatMap((one) => (one.startsWith('Query ') ? [one.slice('Query '.length)] : []));
  const grants = [
    onTable(read, [...own, ...readOnly]),
    onTable(
      write.filter((action) => !only[action]),
      own,
    ),
    ...Object.entries(only).map(([action, partitions]) => write.includes(action as Access) && onTable([action], partitions)),
    caller && !(access.includes('UpdateItem') && caller === 'management') && onTable(['UpdateItem'], keys, ['last_used']),
    access.includes('revoke platform keys') && onTable(['UpdateItem'], keys, ['revoked']),
    // Requests are counted outside the tenant's partition, so functions that only read need no write access to its data.
    caller === 'management' && onTable(['UpdateItem'], ['QUOTA#*']),
    access.includes('watch platform keys') && onTable(['Query'], ['PLATFORM#KEY']),
    access.includes('read the index lag') && onTable(['GetItem'], ['INDEX_LAG']),
    // It writes a mark to the partition of the busiest store, too.
    access.includes('measure an index') &&
      onTable(['UpdateItem'], ['INDEX_LAG', 'T#*'], ['changed', 'expires_at', 'lag_ms', 'busiest', 'busiest_lag_ms']),
    access.includes('measure an index') && onTable(['GetItem'], ['QUOTA#BUSIEST']),
    indexes.length > 0 &&
      allow(
        ['Query'],
        indexes.map((name) => `${tableArn}/index/${name}`),
      ),
    access.includes('call operations') &&
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [operationArns] }),
    access.includes('read webhook keys') &&
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [webhookKeysArn] }),
    access.includes('receive deliveries') && new PolicyStatement({ actions: receiving, resources: [queueArn] }),
    access.includes('receive follower runs') && new PolicyStatement({ actions: receiving, resources: [followQueueArn] }),
    access.includes('SendMessage') && new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
    access.includes('ring followers') && new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [followQueueArn] }),
  ];
  return grants.filter((grant) => grant instanceof PolicyStatement);
}

const receiving = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions: [...new Set(actions)].map((action) => `dynamodb:${action}`), resources, conditions });
