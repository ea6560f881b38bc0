import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Exported } from '../../../apps/ops/exportTenant.ts';
import { platform } from '../../support/actors.ts';
import { aBookkeeper, rowsIn } from '../../support/books.ts';
import { call } from '../../support/call.ts';
import {
  aFaultyProxy,
  aFaultyServer,
  answering,
  aSettledServer,
  type Fault,
  lostAnswer,
  pass,
} from '../../support/faultyServer.ts';
import { keysOf } from '../../support/keys.ts';
import * as anyOps from '../../support/ops.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import { freshFolder } from '../../support/service.ts';

const count = 45;
const books = await aBookkeeper();
const settled = await aSettledServer();

/** The commands, for a store that was suspended long ago. */
const ops = async (words: string[], url?: string) =>
  anyOps.ops(words, { STORE_URL: url ? await aSettledServer(url) : settled });
const opsJson = (words: string[]) => anyOps.opsJson(words, { STORE_URL: settled });
const startOps = async (words: string[], url: string) => anyOps.startOps(words, { STORE_URL: await aSettledServer(url) });

const { store } = books;
const receiver = await aReceiver();
await store.changeWebhook({ name: 'order-changed-erp', url: receiver.url });
await store.putProduct({ sku: 'OLD', name: 'Old tea', price: 5, stock: 1 });
await store.updateProduct({ sku: 'OLD', archived: true });
await store.updateLegal({ company_name: 'Tea House' });
for (let i = 1; i <= count; i++) {
  const { number } = await books.place(i, { note: 'two\u2028lines' });
  await store.createPayment({ number });
}
const orders: object[] = await Array.fromAsync(store.orders());
await call('updateTenant', { as: platform, params: { id: books.tenant.id }, body: { suspended: true } });

const exportTo = (folder: string) => ['tenant', 'export', books.tenant.name, '--out', folder];
const linesOf = (folder: string, file: string) =>
  readFileSync(join(folder, `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const exportKeys = async () => (await keysOf(books.tenant.id)).filter(({ label }) => label === 'export');

test('exports everything that a suspended store owns, with counts and hashes, by a key that can only read', async () => {
  const folder = join(freshFolder(), 'new');
  const before = await exportKeys();
  const manifest = await opsJson(exportTo(folder));
  const { files, tenant, begun } = manifest;
  expect(tenant).toEqual({ id: books.tenant.id, name: books.tenant.name, version: 2 });
  const [key, ...others] = await exportKeys();
  expect(others).toEqual(before);
  expect(key).toMatchObject({ created: begun, scopes: ['orders:read', 'products:read', 'settings:read'] });
  expect(key?.revoked).not.toBeNull();
  expect(readdirSync(folder).toSorted()).toEqual([...files.map(({ file }: Exported) => file), 'manifest.json'].toSorted());
  for (const { file, bytes, sha256 } of files) {
    const content = readFileSync(join(folder, file));
    expect([file, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([file, bytes, sha256]);
  }
  const counts = Object.fromEntries(files.map(({ file, records }: Exported) => [file, records]));
  expect(counts).toMatchObject({ 'orders.jsonl': count, 'orders.csv': count, 'lines.csv': count, 'payments.csv': count });
  expect(counts).toMatchObject({ 'users.csv': 1, 'history.jsonl': 2 * count, 'deliveries.jsonl': 0, 'webhooks.jsonl': 3 });
  expect(linesOf(folder, 'orders')).toEqual(orders);
  expect(rowsIn(join(folder, 'orders.csv'))).toHaveLength(count);
  expect(linesOf(folder, 'legal')).toEqual([expect.objectContaining({ company_name: 'Tea House' })]);
  expect(linesOf(folder, 'webhooks').map(({ name }) => name)).toContain('order-changed-erp');
  expect(linesOf(folder, 'archived_products')).toEqual([expect.objectContaining({ sku: 'OLD' })]);
  expect(linesOf(folder, 'products')).toEqual([expect.objectContaining({ sku: 'TEA' })]);
  // A complete export is not repeated, and issues no key.
  expect(await opsJson(exportTo(folder))).toEqual(manifest);
  expect(await exportKeys()).toEqual([key, ...before]);
});

test('continues after it failed, and after it was killed at any moment', async () => {
  const [folder, whole] = [freshFolder(), freshFolder()];
  const failing = await aFaultyServer(...Array(7).fill(pass), ...Array(40).fill(answering(401)));
  const failed = await ops(exportTo(folder), failing.url);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/Run the same command again to continue\.\n$/) });
  for (const requests of [4, 12, 21, 40]) {
    const server = await aFaultyServer();
    const { child, ended } = await startOps(exportTo(folder), server.url);
    await until(() => server.seen.length >= requests || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
  }
  const last = await aFaultyServer();
  expect((await ops(exportTo(folder), last.url)).code).toBe(0);
  // It does not read again what it has.
  expect(last.seen.filter(({ url }) => url === '/v1/management/tenant')).toEqual([]);
  const manifestOf = async (of: string) =>
    (await opsJson(exportTo(of))).files.filter(({ file }: Exported) => !/^(keys|audit)/.test(file));
  expect(await manifestOf(folder)).toEqual(await manifestOf(whole));
});

test('revokes its key although the response is lost, and says how to revoke it if that fails', async () => {
  const onRevoke = (...faults: Fault[]) =>
    aFaultyProxy(settled, ({ method }) => (method === 'DELETE' ? faults.shift() : undefined));
  const lost = await anyOps.ops(exportTo(freshFolder()), { STORE_URL: await onRevoke(lostAnswer) });
  expect(lost.code).toBe(0);
  expect((await exportKeys())[0]?.revoked).not.toBeNull();
  const failed = await anyOps.ops(exportTo(freshFolder()), { STORE_URL: await onRevoke(answering(401)) });
  const [key] = await exportKeys();
  const advice = `its key may still work. Revoke it with \`npm run ops -- key revoke ${books.tenant.id} ${key?.id}\`.\n`;
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(advice) });
});

test('rejects a store that is not suspended, and a folder with another export', async () => {
  const folder = freshFolder();
  await ops(exportTo(folder));
  const other = await aBookkeeper();
  const words = ['tenant', 'export', other.tenant.name, '--out', folder];
  expect(await ops(words)).toMatchObject({ code: 1, stderr: expect.stringMatching(/ is not suspended\. First run /) });
  await call('updateTenant', { as: platform, params: { id: other.tenant.id }, body: { suspended: true } });
  for (const content of [undefined, '{"name":"a web app"}', 'torn {']) {
    if (content) writeFileSync(join(folder, 'manifest.json'), content);
    expect(await ops(words)).toMatchObject({ code: 1, stderr: `${folder} contains another export. Choose a new folder.\n` });
  }
});

test('rejects a store that was suspended a moment ago, and replaces an export that began too soon', async () => {
  const folder = freshFolder();
  const manifest = join(folder, 'manifest.json');
  const { tenant } = await aBookkeeper();
  await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { suspended: true } });
  const rejected = await anyOps.ops(['tenant', 'export', tenant.name, '--out', folder]);
  expect(rejected).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ was suspended a moment ago\. Try again after \S+Z\.\n$/),
  });
  expect((await keysOf(tenant.id))[0]?.revoked).not.toBeNull();
  const { begun } = await opsJson(exportTo(folder));
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(begun, '2026-01-01T00:01:59.999Z'));
  const again = await ops([...exportTo(folder), '--json']);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/ began too soon after the suspension\./) });
  expect(JSON.parse(again.stdout).begun > begun).toBe(true);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual(JSON.parse(again.stdout));
});
