import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table } from '../../../apps/ops/textTable.ts';
import { type Difference, differences, itemIn, type Tables, tenantsIn } from './differences.ts';
import { type LostChange, lostChange } from './lostChange.ts';

/** More orders than any store receives between two backups, so that no order number is used twice. */
export const counterJump = 100_000;

export type Reconciled = { counters: number; revoked: string[]; lost: LostChange[] };

/**
 * Makes a restored table safe to use: order counters jump, and keys that were revoked after the restored time are revoked
 * again. Returns all other changes that the restored table lacks. `id` names the restore, so that repeating it raises no
 * counter twice.
 */
export async function reconcile(tables: Tables, id: string): Promise<Reconciled> {
  const counters = await raiseCounters(tables, id);
  const revoked: string[] = [];
  const lost: LostChange[] = [];
  for await (const difference of differences(tables)) {
    if (isRevocation(difference)) revoked.push(await revokeAgain(tables, difference));
    else lost.push(lostChange(difference));
  }
  return { counters, revoked, lost: markRepeated(lost) };
}

/** An order that a client placed again must not be copied: both would exist. */
function markRepeated(lost: LostChange[]): LostChange[] {
  const repeated = new Map(lost.flatMap(({ replaces }) => (replaces ? [[replaces.order, replaces.by] as const] : [])));
  return lost.map((change) => {
    const by = repeated.get(change.pk + change.sk);
    return by ? { ...change, copy: false, what: `${change.what}, placed again as ${by}` } : change;
  });
}

export async function raiseCounters(tables: Tables, id: string): Promise<number> {
  let raised = 0;
  for (const tenant of await tenantsIn(tables)) {
    const pk = `T#${tenant}`;
    if (!(await itemIn(tables, tables.current, { pk, sk: 'TENANT' }))) continue;
    await updateIf(tables, {
      Key: { pk, sk: 'COUNTER' },
      UpdateExpression: 'ADD drawn :jump SET raised_for = :id',
      ConditionExpression: 'attribute_not_exists(raised_for) OR raised_for <> :id',
      ExpressionAttributeValues: { ':jump': counterJump, ':id': id },
    });
    raised += 1;
  }
  return raised;
}

const isRevocation = ({ kind, old, current }: Difference) =>
  kind === 'key' && current !== undefined && old.revoked && !current.revoked;

async function revokeAgain(tables: Tables, { old: { pk, sk, id, revoked, revoked_by } }: Difference): Promise<string> {
  await updateIf(tables, {
    Key: { pk, sk },
    UpdateExpression: 'SET revoked = :revoked, revoked_by = :by',
    ConditionExpression: 'attribute_not_exists(revoked)',
    ExpressionAttributeValues: { ':revoked': revoked, ':by': revoked_by },
  });
  return String(id);
}

type Update = Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName'>;

/** Does nothing if the condition fails, which means that an earlier run made the same change. */
async function updateIf({ documents, current }: Tables, update: Update): Promise<void> {
  await documents.send(new UpdateCommand({ TableName: current, ...update } as never)).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
}

/** How many changes of each kind are lost, and how many of them can be copied. */
export function lostTable(lost: readonly LostChange[]): string {
  const rows = Object.entries(Object.groupBy(lost, ({ kind }) => kind)).map(([kind, all = []]) => [
    kind,
    all.filter(({ change }) => change === 'new').length,
    all.filter(({ change }) => change === 'changed').length,
    all.filter(({ copy }) => copy).length,
    all.filter(({ copy }) => !copy).length,
  ]);
  const counts = ['new', 'changed', 'can be copied', 'by hand'];
  return table(['kind', ...counts], rows, counts);
}
