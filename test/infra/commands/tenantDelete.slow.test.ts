import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { addProduct, addUser, openStore, placeOrder, setHours, setWebhooks } from '../../../infra/smoke/story.ts';
import type { Entry } from '../../../lib/audit/schema.ts';
import { putAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { longestPauseMs } from '../../../lib/db/retry.ts';
import { put, set } from '../../../lib/db/write.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { itemsIn, itemsWhere } from '../../support/database.ts';
import { aDatabaseProxy, type Watch } from '../../support/databaseProxy.ts';
import { aFaultyProxy, lostAnswer } from '../../support/faultyServer.ts';
import { ownTable } from '../../support/ownTable.ts';
import { aReceiver } from '../../support/receiver.ts';
import { run, start } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';
import { storyCaller } from '../../support/storyCaller.ts';
import { walk } from '../../support/walk.ts';

await ownTable();

type Deletable = { id: TenantId; name: string };

/** A suspended store with something of every kind. Nothing is under way in it any more. */
async function aSuspendedStore(): Promise<Deletable> {
  const name = uniqueName();
  const caller = storyCaller();
  const { tenant } = await openStore(caller, { name, host: `${name}.example.com` });
  for (const chapter of [addProduct, setHours, addUser]) await chapter(caller);
  const receiver = await aReceiver({ body: { rates: [{ id: 'post', name: 'Post', price: 4 }] } });
  await setWebhooks(caller, receiver.url);
  await placeOrder(caller);
  await call('issueKey', { as: platform, params: { id: name }, headers: { 'Idempotency-Key': name } });
  await call('updateTenant', { as: platform, params: { id: name }, body: { suspended: true } });
  await set(tenant as TenantId, 'TENANT', { suspended_since: '2026-01-01T00:00:00.000Z' });
  return { id: tenant as TenantId, name };
}

/** The manifest of an export, and its only file. */
async function exportOf(
  { id, name }: Deletable,
  { tenant, ...given }: { tenant?: object; begun?: string | undefined; files?: [] } = {},
) {
  const { version } = (await call('getTenant', { as: platform, params: { id } })).payload.tenant;
  const folder = freshFolder();
  const [manifest, orders] = [join(folder, 'manifest.json'), join(folder, 'orders.jsonl')];
  writeFileSync(orders, '{  }\n');
  const sha256 = createHash('sha256').update('{  }\n').digest('hex');
  const files = [{ file: 'orders.jsonl', records: 10_001, bytes: 5, sha256 }];
  const times = { begun: '2026-01-01T00:02:00.000Z', exported: '2026-02-01T00:00:00.000Z' };
  writeFileSync(manifest, JSON.stringify({ tenant: { id, name, version, ...tenant }, ...times, files, ...given }));
  return { manifest, orders };
}

const words = (tenant: string, manifest: string, name = tenant) => [
  ...[process.execPath, 'infra/commands/tenantDelete.ts', tenant, '--manifest', manifest, '--name', name],
  ...['--table', process.env.TABLE_NAME as string],
];

const tableOf = async () =>
  new Map((await itemsWhere('sk > :first', { ':first': ' ' })).map((item) => [`${item.pk} ${item.sk}`, item]));
/** Every item that mentions a tenant in any way. */
const itemsOf = async ({ id, name }: Deletable) =>
  [...(await tableOf()).values()].filter((item) => {
    const text = JSON.stringify(item);
    return text.includes(id.slice(4)) || text.includes(name);
  });

/** The same without the audit entries. */
const ownedBy = async (tenant: Deletable) => (await itemsOf(tenant)).filter(({ sk }) => !String(sk).startsWith('AUDIT#'));

/** Runs the deletion, and kills it at the database call that `watch` selects. */
async function killAt(given: string[], watch: Watch): Promise<void> {
  const proxy = await aDatabaseProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string);
  const { child, ended } = start(given, { env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint } });
  proxy.killAt(watch, async () => {
    child.kill('SIGKILL');
    await ended;
  });
  expect((await ended).code).toBeNull();
}

let other: Deletable;
beforeAll(async () => {
  other = await aSuspendedStore();
});

test('deletes a tenant with 10,000 orders, killed three times, and nothing else', async () => {
  const store = await aSuspendedStore();
  const placed = Array.from({ length: 10_000 }, (_, i) => ({ number: 5000 + i, created: new Date(Date.now() - i * 1000) }));
  await writeOrders(store.id, placed);
  const { manifest } = await exportOf(store);
  const given = words(store.name, manifest);
  const entries = await walk('getAudit', { as: platform });
  const kept = await itemsOf(other);
  for (const calls of [6, 30, 200]) {
    let seen = 0;
    await killAt(given, () => (++seen === calls ? 'before' : undefined));
    // No one can bring it back in between.
    const revived = await call('updateTenant', { as: platform, params: { id: store.id }, body: { suspended: false } });
    expect(revived.status).toBe(503);
  }
  const later = await exportOf(store, { begun: '2026-01-01T01:00:00.000Z' });
  expect(await run(words(store.name, later.manifest))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      / was interrupted\. Pass the manifest of the export that the first run used: its "begun" is 2026-01-01T00:02:00\.000Z/,
    ),
  });
  const { code, stdout } = await run(given);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^orders\.jsonl +10001 +5\n[\s\S]* is deleted: \d+ items\.\n$/m)]);
  expect(await ownedBy(store)).toEqual([]);
  expect(await itemsOf(other)).toEqual(kept);
  const [deletion, ...before] = await walk('getAudit', { as: platform });
  expect(deletion).toMatchObject({
    operation: 'deleteTenant',
    tenant: store.id,
    tenant_name: store.name,
    actor: 'access key test',
  });
  const nobody = { first_name: null, last_name: null, email: null, phone: null };
  const expected = entries.map((entry) => {
    const { operation, tenant, after } = entry as Entry;
    const isErased = operation === 'createTenant' && tenant === store.id;
    return isErased ? { ...entry, after: { ...after, owner: { ...(after.owner as object), ...nobody } } } : entry;
  });
  expect(expected).not.toEqual(entries);
  expect(before).toEqual(expected);
  const own = await walk('getAudit', { as: platform, query: { tenant: store.id } });
  expect(own).toEqual([deletion, ...expected.filter((entry) => (entry as Entry).tenant === store.id)]);
  expect((await call('getTenant', { as: platform, params: { id: store.name } })).status).toBe(404);
  const again = await openStore(storyCaller(), { name: store.name, host: `${store.name}.example.com` });
  expect(again.tenant).not.toBe(store.id);
});

/** The transaction that deletes the tenant itself. */
const deletesTenant = (body: string) => /"Delete":[^}]*\{"S":"NAME#/.test(body);

test.each(['id', 'name'] as const)('continues by its %s after it was killed when the tenant itself was deleted', async (by) => {
  const store = await aSuspendedStore();
  const { secret } = (await call('issueKey', { as: platform, params: { id: store.id } })).payload;
  const [key] = (await itemsIn(`T#${store.id}`, 'KEY#')).toReversed();
  const given = words(store[by], (await exportOf(store)).manifest, store.name);
  let transactions = 0;
  await killAt(given, ({ command }) => (command === 'TransactWriteItems' && ++transactions === 2 ? 'after' : undefined));
  expect((await call('getTenant', { as: platform, params: { id: store.id } })).status).toBe(404);
  // A key that was issued at the last moment.
  await put(putAction(store.id, key?.sk as string, key as Record<string, unknown>));
  expect((await call('getOwnTenant', { as: secret })).status).toBe(401);
  expect((await run(given)).code).toBe(0);
  expect(await ownedBy(store)).toEqual([]);
});

test('survives a lost response, and waits before it repeats what the database left for later', async () => {
  const store = await aSuspendedStore();
  const given = words(store.name, (await exportOf(store)).manifest);
  const tries: number[] = [];
  let [lost, batch] = [0, ''];
  const endpoint = await aFaultyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, ({ body, ...received }) => {
    if (deletesTenant(body) && lost++ === 0) return lostAnswer;
    if (received.headers['x-amz-target'] === 'DynamoDB_20120810.BatchWriteItem') batch ||= body;
    // Other batches are under way at the same time.
    if (body !== batch || tries.push(performance.now()) > 3) return undefined;
    const left = JSON.stringify({ UnprocessedItems: JSON.parse(body).RequestItems });
    return async () => ({ status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: left });
  });
  const { code } = await run(given, { env: { AWS_ENDPOINT_URL_DYNAMODB: endpoint } });
  expect([code, lost]).toEqual([0, 2]);
  const pauses = tries.slice(1).map((at, i) => at - (tries[i] as number));
  // A timer may be early by a part of a millisecond.
  expect(pauses.map((pause, i) => pause > longestPauseMs(i + 1) - 1)).toEqual([true, true, true]);
});

type Attempt = {
  tenant?: string;
  name?: string;
  manifest?: string;
  exported?: Parameters<typeof exportOf>[1];
  spoil?: (orders: string) => void;
  suspended?: false;
};

test.each<[string, Attempt, RegExp]>([
  ['a wrong name', { name: 'tea' }, /^That is not the name/],
  [
    "another tenant's manifest",
    { exported: { tenant: { id: 'ten_1', name: 'tea', version: 1 } } },
    /^The manifest is of tea \(ten_1\), not of /,
  ],
  [
    'an old manifest',
    { exported: { tenant: { version: 1 } } },
    / changed since it was exported: it had version 1, now \d+\. Export it again into a new folder\.\n$/,
  ],
  ['no manifest', { manifest: 'no-such-file' }, /^no-such-file cannot be read/],
  ['another file', { manifest: 'package.json' }, /^package\.json is not the manifest of an export/],
  ['a manifest without `begun`', { exported: { begun: undefined } }, / is not the manifest of an export: /],
  ['a manifest whose `begun` is no time', { exported: { begun: 'yesterday' } }, / is not the manifest of an export: /],
  ['a manifest without files', { exported: { files: [] } }, / is not the manifest of an export: /],
  ['an unknown tenant', { tenant: 'nobody' }, /^There is no tenant nobody\./],
  [
    'a tenant of another table',
    { tenant: 'elsewhere', exported: { tenant: { id: 'ten_1', name: 'elsewhere', version: 1 } } },
    /^The table never had elsewhere \(ten_1\)\. Check --table\.\n$/,
  ],
  [
    'an export that began too soon',
    { exported: { begun: '2026-01-01T00:01:59.999Z' } },
    / began too soon after its suspension, [^\n]* Export it again after 2026-01-01T00:02:00.000Z\.\n$/,
  ],
  [
    'a missing file of the export',
    { spoil: (orders) => rmSync(orders) },
    /orders\.jsonl, a file of the export, is missing\. This run deleted nothing\. .* Otherwise, export the store again into a new folder\.\n$/,
  ],
  [
    'a truncated file of the export',
    { spoil: (orders) => writeFileSync(orders, '{') },
    /orders\.jsonl is not as it was exported: /,
  ],
  ['a tenant that is not suspended', { suspended: false }, / is not suspended\. First run /],
])('deletes nothing with %s', async (_, attempt, line) => {
  const { tenant = other.name, name = tenant, manifest, exported, spoil, suspended } = attempt;
  if (suspended === false) await call('updateTenant', { as: platform, params: { id: other.id }, body: { suspended } });
  const own = await exportOf(other, exported);
  spoil?.(own.orders);
  const before = await tableOf();
  const { code, stderr } = await run(words(tenant, manifest ?? own.manifest, name));
  expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
  expect(await tableOf()).toEqual(before);
});
