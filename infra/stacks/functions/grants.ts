import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access, Caller } from '../../../lib/route.ts';
import { tableShape } from '../../tableShape.ts';

const { partitionKey, sortKey } = tableShape;

type Scope = {
  tableArn: string;
  queueArn: string;
  /** A pattern of the functions of operations. */
  operationArns: string;
  /** Patterns of the partition keys that the function may use. */
  partitions: readonly string[];
  /** The kind of key that the function checks, if any. */
  caller: Caller | undefined;
};

/** How a key is read: a management key together with its tenant's plan. Its last use is also recorded. */
const keyCheck: Record<Caller, string[]> = { platform: ['GetItem'], management: ['BatchGetItem'] };

/** The requests of a tenant are counted apart from its data, so functions that only read need no write access to that data. */
const onlyQuotas = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['QUOTA#*'] } };

/** Grants the declared access, and nothing else. */
export function grantsOf(
  access: readonly Access[],
  { tableArn, queueArn, operationArns, partitions, caller }: Scope,
): PolicyStatement[] {
  const inPartitions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } };
  const onlyLastUsed = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, 'last_used'] } };
  const actions = [...(caller ? keyCheck[caller] : []), ...access.filter((one) => /Item$|^Query$/.test(one))];
  const indexes = access.flatMap((one) => (one.startsWith('Query ') ? [one.slice('Query '.length)] : []));
  const indexArns = indexes.map((name) => `${tableArn}/index/${name}`);
  const grants = [
    actions.length > 0 && allow(actions, [tableArn], inPartitions),
    caller && !access.includes('UpdateItem') && allow(['UpdateItem'], [tableArn], { ...inPartitions, ...onlyLastUsed }),
    caller === 'management' && allow(['UpdateItem'], [tableArn], onlyQuotas),
    indexes.length > 0 && allow(['Query'], indexArns),
    access.includes('call operations') &&
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [operationArns] }),
    access.includes('SendMessage') && new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
  ];
  return grants.filter((grant) => grant instanceof PolicyStatement);
}

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions: [...new Set(actions)].map((action) => `dynamodb:${action}`), resources, conditions });
