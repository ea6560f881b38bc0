import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access } from '../../../lib/route.ts';
import { tableShape } from '../../tableShape.ts';

const { partitionKey, sortKey } = tableShape;

type Scope = {
  tableArn: string;
  queueArn: string;
  /** Patterns of the partition keys that the function may use. */
  partitions: readonly string[];
  /** Whether the function checks keys: it then also reads items, and sets the day a key was last used. */
  authenticates: boolean;
};

/** Grants the declared access, and nothing else. */
export function grantsOf(
  access: readonly Access[],
  { tableArn, queueArn, partitions, authenticates }: Scope,
): PolicyStatement[] {
  const inPartitions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } };
  const onlyLastUsed = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, 'last_used'] } };
  const actions = [...(authenticates ? ['GetItem'] : []), ...access.filter((one) => /Item$|^Query$/.test(one))];
  const indexes = access.flatMap((one) => (one.startsWith('Query ') ? [one.slice('Query '.length)] : []));
  const indexArns = indexes.map((name) => `${tableArn}/index/${name}`);
  const grants = [
    actions.length > 0 && allow(actions, [tableArn], inPartitions),
    authenticates && !access.includes('UpdateItem') && allow(['UpdateItem'], [tableArn], { ...inPartitions, ...onlyLastUsed }),
    indexes.length > 0 && allow(['Query'], indexArns),
    access.includes('SendMessage') && new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
  ];
  return grants.filter((grant) => grant !== false);
}

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions: [...new Set(actions)].map((action) => `dynamodb:${action}`), resources, conditions });
