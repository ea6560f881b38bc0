import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandOutput } from '@aws-sdk/lib-dynamodb';
import { CommandError } from '../../apps/ops/commandError.ts';
import { settledAt } from '../../apps/ops/exportTenant.ts';
import { auditAction } from '../../lib/audit/entry.ts';
import { deleteAction, updateAction } from '../../lib/db/action.ts';
import { send } from '../../lib/db/client.ts';
import { type Partition, type TenantId, tableName } from '../../lib/db/key.ts';
import { itemsIn, pagesOf } from '../../lib/db/query.ts';
import { find } from '../../lib/db/read.ts';
import { longestPauseMs } from '../../lib/db/retry.ts';
import { commit, set } from '../../lib/db/write.ts';
import { commandAuthor } from '../../lib/key/platformKeys.ts';
import { claimActions } from '../../lib/tenant/claims.ts';
import { type TenantItem, tenantOf } from '../../lib/tenant/tenantItem.ts';
import { person } from '../../lib/user/inputs.ts';
import { batchesOf } from '../../lib/values/batches.ts';
import { timeId } from '../../lib/values/id.ts';
import { inTurns } from '../../lib/values/inTurns.ts';

/** The version of a tenant that is being deleted. No change of the tenant expects it, so none is possible. */
const deleting = 0;

type Key = { pk: string; sk: string };
/** `listed` is set on what appears in lists across tenants: the tenant's own item and the platform's audit entries. */
type Stored = Key & { listed?: string; outcome?: string };
type Progress = (deleted: number) => void;

/**
 * Deletes everything of a suspended tenant except the platform's audit entries, which only lose what they say about people. Safe to
 * repeat after any interruption: the tenant's own item and its claims, which identify it, are deleted last. Returns the number of items.
 */
export async function deleteTenant(
  id: TenantId,
  actor: string,
  begun: string | undefined,
  showProgress: Progress,
): Promise<number> {
  const item = await find<TenantItem>(id, 'TENANT');
  if (item?.version === deleting) mustContinueWith(item, begun);
  else if (item) await markAsDeleting(id, item, actor, begun);
  await erasePeople(id);
  let deleted = await deleteEverything(id, showProgress);
  if (item) await deleteTenantItem(id, item);
  // The platform may have issued a key until then.
  deleted += await deleteEverything(id, (count) => showProgress(deleted + count));
  return deleted;
}

/** A later export lacks what is deleted already. */
function mustContinueWith({ name, exported }: TenantItem, begun: string | undefined): void {
  if (exported === begun || exported === undefined) return;
  throw new CommandError(
    `A deletion of ${name} was interrupted. Pass the manifest of the export that the first run used: its "begun" is ${exported}. A later export is incomplete.`,
  );
}

/** Fails if the tenant changes at the same time. `begun` is when its export began; undefined if nothing in it is worth one. */
async function markAsDeleting(
  id: TenantId,
  { name, version, suspended_since }: TenantItem,
  actor: string,
  begun: string | undefined,
) {
  if (suspended_since === undefined) {
    throw new CommandError(
      `The store ${name} is not suspended. First run \`npm run ops -- tenant update ${name} --suspended yes\`, wait two minutes, and export the store again.`,
    );
  }
  const settled = settledAt(suspended_since);
  if (begun !== undefined && !(begun >= settled)) {
    throw new CommandError(
      `The export of ${name} began too soon after its suspension, so it may lack the last changes. Export it again after ${settled}.`,
    );
  }
  const now = new Date();
  const author = { ...commandAuthor('deleteTenant', actor), tenant_name: name };
  const asLoaded = { expression: '#version = :loaded AND suspended_since = :since' };
  await commit({
    tenant: updateAction(
      id,
      'TENANT',
      { version: deleting, exported: begun },
      { ...asLoaded, names: { '#version': 'version' }, values: { ':loaded': version, ':since': suspended_since } },
    ),
    audit: auditAction(timeId(now), id, author, now, { before: { name }, after: {} }),
  });
}

const personal = Object.keys(person());

/** Erases the personal data of users from the platform's audit entries. */
async function erasePeople(id: TenantId): Promise<void> {
  for await (const { items } of pagesOf(itemsIn<Stored & { json: string }>(id, 'AUDIT#', 'ascending'))) {
    for (const { sk, json } of items.filter(({ listed }) => listed)) {
      const erased = JSON.stringify(JSON.parse(json), (name, value) => (personal.includes(name) ? null : value));
      if (erased !== json) await set(id, sk, { json: erased });
    }
  }
}

/** Deletes everything but the tenant's own item and the platform's audit entries. */
async function deleteEverything(id: TenantId, showProgress: Progress): Promise<number> {
  let deleted = 0;
  const remove = async (partition: Partition, isDeletable: (item: Stored) => boolean = () => true) => {
    // Every sort key begins with a letter, and DynamoDB accepts no empty one.
    const everything = itemsIn<Stored>(partition, '', 'ascending', { low: ' ' });
    for await (const { items } of pagesOf({ ...everything, attributes: ['pk', 'sk', 'listed', 'outcome'] })) {
      const keys = items.filter(isDeletable);
      await deleteKeys(keys);
      deleted += keys.length;
      showProgress(deleted);
    }
  };
  await remove(id, ({ listed }) => !listed);
  await remove(`QUOTA#${id}`);
  // The platform's idempotency records about the tenant and its keys.
  await remove('PLATFORM#IDEM', ({ outcome = '' }) => outcome.startsWith(id));
  return deleted;
}

function deleteTenantItem(id: TenantId, item: TenantItem): Promise<void> {
  const { released } = claimActions(id, tenantOf(item), undefined);
  return commit({ released, tenant: deleteAction(id, 'TENANT') });
}

const batchSize = 25;

async function deleteKeys(keys: readonly Key[]): Promise<void> {
  await inTurns(batchesOf(keys, batchSize), deleteBatch);
}

/** DynamoDB can leave some of a batch for later. */
async function deleteBatch(keys: readonly Key[]): Promise<void> {
  let left: BatchWriteCommandOutput['UnprocessedItems'] = {
    [tableName()]: keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  };
  for (let tries = 0; left && Object.keys(left).length > 0; tries++) {
    if (tries > 0) await sleep(longestPauseMs(tries));
    const { UnprocessedItems }: BatchWriteCommandOutput = await send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems;
  }
}
