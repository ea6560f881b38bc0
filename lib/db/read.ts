import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { claimKey, keyOf, type Scope, TableName, type TenantId } from './key.ts';

/** Reads one item, consistently. */
export const find = <T>(scope: Scope, sk: string) => read<T>(keyOf(scope, sk));

/** The tenant that a name or a host belongs to. */
export async function findClaimant(kind: 'NAME' | 'HOST', value: string): Promise<TenantId | undefined> {
  return (await read<{ tenant: TenantId }>(claimKey(kind, value)))?.tenant;
}

async function read<T>(Key: { pk: string; sk: string }) {
  const { Item } = await send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item as T | undefined;
}
