import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access } from '../../../lib/route.ts';
import { tableShape } from '../../tableShape.ts';

const { partitionKey, sortKey } = tableShape;

/** `partitions` are patterns of the partition keys that the function may touch. */
type Scope = { tableArn: string; queueArn: string; partitions: readonly string[]; authenticates: boolean };

/** Grants exactly the declared access. A function that checks keys may also read items and note the day a key was used. */
export function grantsOf(
  access: readonly Access[],
  { tableArn, queueArn, partitions, authenticates }: Scope,
): PolicyStatement[] {
  const own = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } };
  const lastUsed = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, 'last_used'] } };
  const actions = [...(authenticates ? ['GetItem'] : []), ...access.filter((one) => /Item$|^Query$/.test(one))];
  const indexes = access.flatMap((one) => (one.startsWith('Query ') ? [one.slice('Query '.length)] : []));
  const grants = [
    actions.length > 0 && allow(actions, [tableArn], own),
    authenticates && !access.includes('UpdateItem') && allow(['UpdateItem'], [tableArn], { ...own, ...lastUsed }),
    indexes.length > 0 &&
      allow(
        ['Query'],
        indexes.map((name) => `${tableArn}/index/${name}`),
      ),
    access.includes('SendMessage') && new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
  ];
  return grants.filter((grant) => grant !== false);
}

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions: [...new Set(actions)].map((action) => `dynamodb:${action}`), resources, conditions });
