import { BatchGetCommand, type BatchGetCommandOutput } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../errors.ts';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';

/** Reads up to 100 items, consistently and in one call, by their sort keys; those that are not there are left out. */
export async function findMany<T>(scope: Scope, sks: readonly string[]): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  let Keys: Record<string, string>[] | undefined = sks.map((sk) => keyOf(scope, sk));
  for (let call = 0; Keys?.length; call++) {
    if (call === 3) throw unavailable();
    const command = new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await send(command);
    for (const item of Responses?.[TableName] ?? []) found.set(item.sk, item as T);
    Keys = UnprocessedKeys?.[TableName]?.Keys;
  }
  return found;
}
