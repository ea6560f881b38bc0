import { BatchWriteCommand, type BatchWriteCommandOutput, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { CommandError } from '../../apps/ops/commandError.ts';
import { auditAction } from '../../lib/audit/entry.ts';
import { deleteAction, type Item, putAction, updateAction } from '../../lib/db/action.ts';
import { send } from '../../lib/db/client.ts';
import { itemKey, type Partition, type TenantId, tableName } from '../../lib/db/key.ts';
import { find } from '../../lib/db/read.ts';
import { commit } from '../../lib/db/write.ts';
import { commandAuthor } from '../../lib/key/platformKeys.ts';
import { claimActions } from '../../lib/tenant/claims.ts';
import { type TenantItem, tenantOf } from '../../lib/tenant/tenantItem.ts';
import { timeId } from '../../lib/values/id.ts';

/** After this time, nothing that was under way when the suspension began can still write. */
const settledMs = 120_000;

/** The version of a tenant that is being deleted. No change of the tenant expects it, so none is possible. */
const deleting = 0;

type Key = { pk: string; sk: string };
type Progress = (deleted: number) => void;

/**
 * Deletes everything of a suspended tenant except the platform's audit entries, which move to the platform's log. Safe to repeat
 * after any interruption: the tenant's own item and its claims, which identify it, are deleted last. Returns the number of items.
 */
export async function deleteTenant(id: TenantId, actor: string, now: Date, showProgress: Progress): Promise<number> {
  const item = await find<TenantItem>(id, 'TENANT');
  if (item && item.version !== deleting) await markAsDeleting(id, item, actor, now);
  await moveAuditEntries(id);
  let deleted = await deleteEverything(id, showProgress);
  if (item) await deleteTenantItem(id, item);
  // The platform may have issued a key until then.
  await moveAuditEntries(id);
  deleted += await deleteEverything(id, (count) => showProgress(deleted + count));
  return deleted;
}

/** Fails if the tenant changes at the same time. The audit entry moves to the platform's log like all others. */
async function markAsDeleting(id: TenantId, { name, version, suspended_since }: TenantItem, actor: string, now: Date) {
  if (suspended_since === undefined) {
    throw new CommandError(
      `The store ${name} is not suspended. First run \`npm run ops -- tenant update ${name} --suspended yes\`.`,
    );
  }
  const settled = new Date(Date.parse(suspended_since) + settledMs);
  if (settled > now)
    throw new CommandError(`The store ${name} was suspended a moment ago. Try again after ${settled.toISOString()}.`);
  const author = { ...commandAuthor('deleteTenant', actor), tenant_name: name };
  const asLoaded = { expression: '#version = :loaded AND suspended_since = :since' };
  await commit({
    tenant: updateAction(
      id,
      'TENANT',
      { version: deleting },
      { ...asLoaded, names: { '#version': 'version' }, values: { ':loaded': version, ':since': suspended_since } },
    ),
    audit: auditAction(timeId(now), id, author, now, { before: { name }, after: {} }),
  });
}

/** A transaction holds 100 writes. */
const movedAtOnce = 50;

async function moveAuditEntries(id: TenantId): Promise<void> {
  for await (const items of pagesOf<Item & Key>({
    pk: itemKey(id, '').pk,
    prefix: 'AUDIT#',
    filter: 'attribute_exists(listed)',
  })) {
    for (let i = 0; i < items.length; i += movedAtOnce) {
      const entries = items.slice(i, i + movedAtOnce);
      await commit({
        moved: entries.map((entry) => putAction('PLATFORM#AUDIT', entry.sk, entry)),
        deleted: entries.map(({ sk }) => deleteAction(id, sk)),
      });
    }
  }
}

/** Deletes everything but the tenant's own item and the platform's audit entries, which are both listed. */
async function deleteEverything(id: TenantId, showProgress: Progress): Promise<number> {
  let deleted = 0;
  const remove = async (partition: Partition, filter?: Pick<Wanted, 'filter' | 'values'>) => {
    const { pk } = itemKey(partition, '');
    for await (const keys of pagesOf<Key>({ pk, ...filter, keysOnly: true })) {
      await deleteKeys(keys);
      deleted += keys.length;
      showProgress(deleted);
    }
  };
  await remove(id, { filter: 'attribute_not_exists(listed)' });
  await remove(`QUOTA#${id}`);
  // The platform's idempotency records about the tenant and its keys.
  await remove('PLATFORM#IDEM', { filter: 'begins_with(outcome, :id)', values: { ':id': id } });
  return deleted;
}

function deleteTenantItem(id: TenantId, item: TenantItem): Promise<void> {
  const { released } = claimActions(id, tenantOf(item), undefined);
  return commit({ released, tenant: deleteAction(id, 'TENANT') });
}

type Wanted = { pk: string; prefix?: string; filter?: string; values?: Item; keysOnly?: boolean };

async function* pagesOf<I>({ pk, prefix, filter, values, keysOnly }: Wanted): AsyncGenerator<I[]> {
  let after: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await send(
      new QueryCommand({
        TableName: tableName(),
        ConsistentRead: true,
        KeyConditionExpression: `pk = :pk${prefix ? ' AND begins_with(sk, :prefix)' : ''}`,
        ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }), ...values },
        ...(filter && { FilterExpression: filter }),
        ...(keysOnly && { ProjectionExpression: 'pk, sk' }),
        ...(after && { ExclusiveStartKey: after }),
      }),
    );
    yield Items as I[];
    after = LastEvaluatedKey;
  } while (after);
}

const batchSize = 25;
const concurrency = 4;

async function deleteKeys(keys: readonly Key[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, i) => i * batchSize).values();
  const work = async () => {
    for (const start of starts) await deleteBatch(keys.slice(start, start + batchSize));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** DynamoDB can leave some of a batch for later. */
async function deleteBatch(keys: readonly Key[]): Promise<void> {
  let left: BatchWriteCommandOutput['UnprocessedItems'] = {
    [tableName()]: keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  };
  while (left && Object.keys(left).length > 0) {
    const { UnprocessedItems }: BatchWriteCommandOutput = await send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems;
  }
}
