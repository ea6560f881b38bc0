import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type StoredKind, storedKinds } from '../../storedKinds.ts';

export type ItemKey = { pk: string; sk: string };
export type Item = Record<string, unknown> & ItemKey;

/** How many parts of a table are read at once. DynamoDB may put all items of a store into one part. */
const parts = 16;

/** Reads all items of these kinds, a page at a time, and awaits `use` of each. */
export async function readPages(
  client: DynamoDBDocumentClient,
  TableName: string,
  kinds: readonly StoredKind[],
  use: (items: Item[]) => Promise<void>,
): Promise<void> {
  const filter = {
    FilterExpression: kinds.map((_, i) => `begins_with(sk, :kind${i})`).join(' OR '),
    ExpressionAttributeValues: Object.fromEntries(kinds.map((kind, i) => [`:kind${i}`, storedKinds[kind]])),
  };
  const readPart = async (Segment: number) => {
    const scan = { TableName, ConsistentRead: true, Segment, TotalSegments: parts, ...filter };
    for await (const { Items = [] } of paginateScan({ client }, scan)) await use(Items as Item[]);
  };
  await Promise.all(Array.from({ length: parts }, (_, part) => readPart(part)));
}
