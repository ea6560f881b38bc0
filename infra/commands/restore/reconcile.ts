import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import { mustWrite, replaceFile } from '../../../apps/ops/files.ts';
import { table } from '../../../apps/ops/textTable.ts';
import { type Partition, tenantIn } from '../../../lib/db/key.ts';
import { changeIf, setIf } from '../../../lib/db/write.ts';
import {
  type Difference,
  eachDifference,
  findItems,
  type LostChange,
  lostChange,
  removedSince,
  type Tables,
} from './lostChanges.ts';
import { type Print, tenantsIn } from './restoreTable.ts';
import { getOldTable, getTable, refuseWrites } from './tableSettings.ts';

/** Added to the numbers that a store is known to have lost: more orders than it usually receives between two backups. */
const counterJump = 100_000;

/** Makes the old table read-only and the new one safe to use, and lists in a file what happened since the restored time. */
export async function reconcileTables(tables: Tables, list: string, print: Print): Promise<void> {
  const { client, source, target } = tables;
  const old = await getOldTable(client, source, target);
  await refuseWrites(client, old);
  print(
    `${source} now rejects writes. To let it accept them again, run aws dynamodb delete-resource-policy --resource-arn ${old.TableArn}`,
  );
  // Copying can bring back stores that only the old table has, without their counters.
  const tenants = new Set([...(await tenantsIn(client, source)), ...(await tenantsIn(client, target))]);
  const counters = [...tenants].map((pk) => ({ pk, sk: 'COUNTER' }));
  const [former, current] = [await findItems(tables, source, counters), await findItems(tables, target, counters)];
  const drawn = (items: typeof former, pk: string) => Number(items.get(`${pk}COUNTER`)?.drawn ?? 0);
  await raiseCounters(tenants, source, print, (pk) => drawn(former, pk) - drawn(current, pk));
  const { revoked, lost } = await reconcile(tables);
  const ids = revoked.length > 0 ? ` (${revoked.join(', ')})` : '';
  print(`Keys revoked in ${target}, as they were in ${source}: ${revoked.length}${ids}.`);
  // Only its owner can read what it says about people.
  mustWrite(list, () => replaceFile(list, lost.map((change) => `${JSON.stringify(change)}\n`).join('')));
  if (lost.length === 0) return print(`${target} has every change of ${source}.`);
  print(`\nChanges that ${target} lacks:\n\n${lostTable(lost)}`);
  print(
    `They are listed in ${list}, one per line. Remove the lines that you do not want to copy, then run the command with --copy ${list} instead of --reconcile.`,
  );
}

/** Raises the order counters of a table whose latest orders may be lost. Repeated on the same day, it changes nothing. */
export async function raiseNumbers(client: DynamoDB, target: string, now: Date, print: Print): Promise<void> {
  await getTable(client, target);
  await raiseCounters(new Set(await tenantsIn(client, target)), now.toISOString().slice(0, 10), print);
}

/**
 * `id` names the restore, so that repeating it raises no counter twice. `lost` is how many numbers a store has lost, as far as that
 * is known.
 */
async function raiseCounters(
  tenants: ReadonlySet<string>,
  id: string,
  print: Print,
  lost: (pk: string) => number = () => 0,
): Promise<void> {
  const isNew = { expression: 'attribute_not_exists(raised_for) OR raised_for <> :id' };
  let raised = 0;
  for (const pk of tenants) {
    const values = { ':jump': counterJump + Math.max(0, lost(pk)), ':id': id };
    const raise = { expression: 'ADD drawn :jump SET raised_for = :id', values };
    if (await changeIf(tenantIn(pk), 'COUNTER', raise, isNew)) raised += 1;
  }
  const before = raised < tenants.size ? ` (${tenants.size - raised} were raised before)` : '';
  print(`Raised the next order numbers of ${raised} stores by at least ${counterJump.toLocaleString('en')}${before}.`);
}

/** Revokes again the keys that were revoked after the restored time. Returns all other changes that the new table lacks. */
async function reconcile(tables: Tables) {
  const revoked: string[] = [];
  const lost = await removedSince(tables);
  await eachDifference(tables, async (difference) => {
    if (!isRevocation(difference)) lost.push(lostChange(difference));
    else revoked.push(await revokeAgain(difference));
  });
  const place = ({ pk, sk }: LostChange) => `${pk} ${sk}`;
  return { revoked, lost: markRepeated(lost.sort((a, b) => (place(a) < place(b) ? -1 : 1))) };
}

const isRevocation = ({ kind, old, current }: Difference) =>
  kind === 'key' && current !== undefined && old.revoked && !current.revoked;

async function revokeAgain({ old: { pk, sk, id, revoked } }: Difference): Promise<string> {
  await setIf(partitionOf(pk), sk, { revoked }, { expression: 'attribute_not_exists(revoked)' });
  return String(id);
}

export const partitionOf = (pk: string) => (pk.startsWith('T#ten_') ? tenantIn(pk) : pk) as Partition;

/** An order that a client placed again must not be copied: both would exist. */
function markRepeated(lost: LostChange[]): LostChange[] {
  const repeated = new Map(lost.flatMap(({ replaces }) => (replaces ? [[replaces.order, replaces.by] as const] : [])));
  return lost.map((change) => {
    const by = repeated.get(change.pk + change.sk);
    return by ? { ...change, copy: false, what: `${change.what}, placed again as ${by}` } : change;
  });
}

/** How many changes of each kind are lost, and how many of them can be copied. */
function lostTable(lost: readonly LostChange[]): string {
  const rows = Object.entries(Object.groupBy(lost, ({ kind }) => kind)).map(([kind, all = []]) => [
    kind,
    all.filter(({ change }) => change === 'new').length,
    all.filter(({ change }) => change === 'changed').length,
    all.filter(({ change }) => change === 'removed').length,
    all.filter(({ copy }) => copy).length,
    all.filter(({ copy }) => !copy).length,
  ]);
  const counts = ['new', 'changed', 'removed', 'can be copied', 'not copied'];
  return table(['kind', ...counts], rows, counts);
}
