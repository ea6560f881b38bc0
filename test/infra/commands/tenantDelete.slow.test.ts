import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { addProduct, addUser, openStore, placeOrder, setHours, setWebhooks } from '../../../infra/smoke/story.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { itemsWhere } from '../../support/database.ts';
import { aDatabaseProxy } from '../../support/databaseProxy.ts';
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

async function manifestOf({ id, name }: Deletable, given: object = {}): Promise<string> {
  const { version } = (await call('getTenant', { as: platform, params: { id } })).payload.tenant;
  const files = [{ file: 'orders.jsonl', records: 10_001, bytes: 5, sha256: 'abc' }];
  const path = join(freshFolder(), 'manifest.json');
  writeFileSync(path, JSON.stringify({ tenant: { id, name, version, ...given }, exported: '2026-02-01T00:00:00.000Z', files }));
  return path;
}

const words = (tenant: string, manifest: string, name: string) => [
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

let other: Deletable;
beforeAll(async () => {
  other = await aSuspendedStore();
});

test('deletes a tenant with 10,000 orders, killed three times, and nothing else', async () => {
  const store = await aSuspendedStore();
  const placed = Array.from({ length: 10_000 }, (_, i) => ({ number: 5000 + i, created: new Date(Date.now() - i * 1000) }));
  await writeOrders(store.id, placed);
  const manifest = await manifestOf(store);
  const entries = await walk('getAudit', { as: platform });
  const kept = await itemsOf(other);
  for (const calls of [6, 30, 200]) {
    const proxy = await aDatabaseProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string);
    const { child, ended } = start(words(store.name, manifest, store.name), {
      env: { AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint },
    });
    let seen = 0;
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    proxy.killAt(() => (++seen === calls ? 'before' : undefined), kill);
    expect((await ended).code).toBeNull();
    // No one can bring it back in between.
    const revived = await call('updateTenant', { as: platform, params: { id: store.id }, body: { suspended: false } });
    expect(revived.status).toBe(503);
  }
  const { code, stdout } = await run(words(store.name, manifest, store.name));
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^orders\.jsonl +10001 +5\n[\s\S]* is deleted: \d+ items\.\n$/m)]);
  const left = await itemsOf(store);
  expect(left.filter(({ pk }) => pk !== 'PLATFORM#AUDIT')).toEqual([]);
  expect(await itemsOf(other)).toEqual(kept);
  const [deletion, ...before] = await walk('getAudit', { as: platform });
  expect(deletion).toMatchObject({
    operation: 'deleteTenant',
    tenant: store.id,
    tenant_name: store.name,
    actor: 'access key test',
  });
  expect(before).toEqual(entries);
  expect((await call('getTenant', { as: platform, params: { id: store.name } })).status).toBe(404);
  const again = await openStore(storyCaller(), { name: store.name, host: `${store.name}.example.com` });
  expect(again.tenant).not.toBe(store.id);
}, 240_000);

test.each<[string, (tenant: Deletable) => Promise<string[]>, RegExp]>([
  ['a wrong name', async ({ name, ...one }) => words(name, await manifestOf({ name, ...one }), 'tea'), /^That is not the name/],
  [
    "another tenant's manifest",
    async ({ name }) => words(name, await manifestOf(other, { id: 'ten_1' }), name),
    /^The manifest is of .* \(ten_1\), not of /,
  ],
  [
    'an old manifest',
    async (tenant) => words(tenant.name, await manifestOf(tenant, { version: 1 }), tenant.name),
    / changed since it was exported: it had version 1, now \d+\. Export it again\.\n$/,
  ],
  ['no manifest', async ({ name }) => words(name, 'no-such-file', name), /^no-such-file cannot be read/],
  ['an unknown tenant', async (tenant) => words('nobody', await manifestOf(tenant), 'nobody'), /^There is no tenant nobody\./],
  [
    'a tenant that is not suspended',
    async (tenant) => {
      await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { suspended: false } });
      return words(tenant.name, await manifestOf(tenant), tenant.name);
    },
    / is not suspended\. First run /,
  ],
  [
    'a tenant that was suspended a moment ago',
    async (tenant) => {
      await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { suspended: true } });
      return words(tenant.name, await manifestOf(tenant), tenant.name);
    },
    / was suspended a moment ago\. Try again after \S+Z\.\n$/,
  ],
])('deletes nothing with %s', async (_, wordsFor, line) => {
  const given = await wordsFor(other);
  const before = await tableOf();
  const { code, stderr } = await run(given);
  expect([code, stderr]).toEqual([1, expect.stringMatching(line)]);
  expect(await tableOf()).toEqual(before);
});
