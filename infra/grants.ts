import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { tableShape } from './tableShape.ts';
import type { Uses } from './uses.ts';

const { partitionKey, sortKey } = tableShape;

/** What a command of the document client needs; those of a transaction are asked for one by one. */
const actionsOf: Record<string, string[]> = {
  Get: ['GetItem'],
  BatchGet: ['BatchGetItem'],
  TransactGet: ['GetItem'],
  Query: ['Query'],
  Put: ['PutItem'],
  Update: ['UpdateItem'],
  TransactWrite: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
};

type Reach = { tableArn: string; queueArn: string; readOnly: boolean };

/** Exactly what the commands in a handler's code need. One that only reads may still mark the day on which its key was used. */
export function grantsOf({ commands, indexes }: Uses, { tableArn, queueArn, readOnly }: Reach): PolicyStatement[] {
  const grants: PolicyStatement[] = [];
  const marking = readOnly && commands.includes('Update');
  const actions = commands.filter((command) => command !== 'SendMessage' && !(marking && command === 'Update'));
  if (actions.length > 0) grants.push(allow(actions.flatMap(databaseActions), tableArn));
  if (marking) grants.push(markUsed(tableArn));
  if (indexes.length > 0) grants.push(allow(['dynamodb:Query'], ...indexes.map((name) => `${tableArn}/index/${name}`)));
  if (commands.includes('SendMessage')) grants.push(allow(['sqs:SendMessage'], queueArn));
  return grants;
}

function databaseActions(command: string): string[] {
  const actions = actionsOf[command];
  if (!actions) throw new Error(`infra/grants.ts does not know what ${command}Command needs`);
  return actions.map((action) => `dynamodb:${action}`);
}

function markUsed(tableArn: string) {
  const statement = allow(['dynamodb:UpdateItem'], tableArn);
  statement.addCondition('ForAllValues:StringEquals', { 'dynamodb:Attributes': [partitionKey, sortKey, 'last_used'] });
  return statement;
}

function allow(actions: string[], ...resources: string[]) {
  return new PolicyStatement({ actions: [...new Set(actions)], resources });
}
