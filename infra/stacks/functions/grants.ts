import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Uses } from '../../bundle/uses.ts';
import { tableShape } from '../../tableShape.ts';

const { partitionKey, sortKey } = tableShape;

/** What a command of the document client needs. */
const actionsOf: Record<string, (uses: Uses) => string[]> = {
  Get: () => ['GetItem'],
  BatchGet: () => ['BatchGetItem'],
  TransactGet: () => ['GetItem'],
  Query: ({ queries }) => (queries ? ['Query'] : []),
  Put: () => ['PutItem'],
  Update: ({ updates }) => (updates ? ['UpdateItem'] : []),
  // What stands in a transaction is asked for one by one.
  TransactWrite: ({ writes, updates }) => [...writes.map((kind) => `${kind}Item`), ...(updates ? ['UpdateItem'] : [])],
};

/** `partitions` are those of the table that it may touch at all, as patterns. */
type Reach = { tableArn: string; queueArn: string; partitions: readonly string[] };

/** Exactly what the commands in a handler's code need. One that only reads may still mark the day on which its key was used. */
export function grantsOf(uses: Uses, { tableArn, queueArn, partitions }: Reach): PolicyStatement[] {
  const { commands, indexes, updates } = uses;
  const own = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } };
  const marked = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, 'last_used'] } };
  const actions = commands.filter((command) => command !== 'SendMessage').flatMap((command) => databaseActions(command, uses));
  const grants = [
    actions.length > 0 && allow(actions, [tableArn], own),
    commands.includes('Update') && !updates && allow(['dynamodb:UpdateItem'], [tableArn], { ...own, ...marked }),
    indexes.length > 0 &&
      allow(
        ['dynamodb:Query'],
        indexes.map((name) => `${tableArn}/index/${name}`),
      ),
    commands.includes('SendMessage') && allow(['sqs:SendMessage'], [queueArn]),
  ];
  return grants.filter((grant) => grant !== false);
}

function databaseActions(command: string, uses: Uses): string[] {
  const actions = actionsOf[command];
  if (!actions) throw new Error(`infra/stacks/functions/grants.ts does not know what ${command}Command needs`);
  return actions(uses).map((action) => `dynamodb:${action}`);
}

const allow = (actions: string[], resources: string[], conditions = {}) =>
  new PolicyStatement({ actions: [...new Set(actions)], resources, conditions });
