import { BatchWriteCommand, DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import { databaseClient } from '../../lib/db/client.ts';
import { tableName } from '../../lib/db/key.ts';
import { batchesOf } from '../../lib/values/batches.ts';
import { inTurns } from '../../lib/values/inTurns.ts';

type Sent = { command: string; units: number; indexUnits: number };

type Consumed = { CapacityUnits?: number; GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }> };
type Output = { ConsumedCapacity?: Consumed | Consumed[] };

const unitsOf = (consumed: Consumed[]) => consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** Runs `work`, and returns its database calls with the capacity they used. */
export async function metered<T>(work: () => Promise<T>) {
  const sent: Sent[] = [];
  const name = 'meter';
  databaseClient().middlewareStack.add(
    (next, context) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' };
      // A failed call, such as a cancelled transaction, counts too.
      const call = { command: String(context.commandName).replace(/Command$/, ''), units: 0, indexUnits: 0 };
      sent.push(call);
      const result = await next({ ...args, input } as typeof args);
      const consumed = [(result.output as Output).ConsumedCapacity ?? []].flat();
      call.units = unitsOf(consumed);
      call.indexUnits = unitsOf(consumed.flatMap(({ GlobalSecondaryIndexes = {} }) => Object.values(GlobalSecondaryIndexes)));
      return result;
    },
    { step: 'initialize', name },
  );
  try {
    const result = await work();
    return { result, sent, calls: sent.length, units: sent.reduce((sum, { units }) => sum + units, 0) };
  } finally {
    databaseClient().middlewareStack.remove(name);
  }
}

const documents = DynamoDBDocumentClient.from(databaseClient(), { marshallOptions: { removeUndefinedValues: true } });

/** Writes items in batches of what one call can take. */
export function writeItems(items: object[]): Promise<void> {
  const requests = items.map((Item) => ({ PutRequest: { Item: { ...Item } } }));
  const send = (batch: typeof requests) => documents.send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }));
  return inTurns(batchesOf(requests, 25), send);
}

/** All items of the table that match a filter. Slow: use it only in a table of one's own. */
export async function itemsWhere(FilterExpression: string, ExpressionAttributeValues: Record<string, unknown>) {
  const input = { TableName: tableName(), ConsistentRead: true, FilterExpression, ExpressionAttributeValues };
  return allOf(paginateScan({ client: documents }, input));
}

/** The items of a tenant, all or of one kind. */
export const itemsOf = ({ tenant }: { tenant: { id: string } }, kind?: string) => itemsIn(`T#${tenant.id}`, kind);

/** The items of a partition. */
export async function itemsIn(pk: string, kind?: string) {
  const ofKind = kind ? ' AND begins_with(sk, :kind)' : '';
  const values = { ':pk': pk, ...(kind && { ':kind': kind }) };
  const condition = { KeyConditionExpression: `pk = :pk${ofKind}`, ExpressionAttributeValues: values };
  return allOf(paginateQuery({ client: documents }, { TableName: tableName(), ConsistentRead: true, ...condition }));
}

const allOf = async (pages: AsyncIterable<{ Items?: Record<string, unknown>[] }>) =>
  (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
