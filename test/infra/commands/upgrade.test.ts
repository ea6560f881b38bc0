import { readFileSync } from 'node:fs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { ownTable } from '../../support/ownTable.ts';
import { run } from '../../support/run.ts';

await ownTable();
const TableName = process.env.TABLE_NAME as string;
const { client } = await import('../../../lib/db/client.ts');
const { aStore } = await import('../../support/actors.ts');
const { call } = await import('../../support/call.ts');
const { itemsOf } = await import('../../support/database.ts');
const { anOrder, read } = await import('../../support/orders.ts');

const documents = DynamoDBDocumentClient.from(client);
const stored = JSON.parse(readFileSync(new URL('../../lib/order/stored/1.json', import.meta.url), 'utf8'));
const upgrade = (...args: string[]) => run([process.execPath, 'infra/commands/upgrade.ts', ...args]);

test('an upgrade lets search and `updated_from` find older orders, and changes nothing that callers see', async () => {
  const store = await aStore();
  await documents.send(new PutCommand({ TableName, Item: { ...stored, pk: `T#${store.tenant.id}` } }));
  const before = await read(store, '1001');
  const find = async (query: Record<string, string>) => (await call('getOrders', { as: store.key, query })).payload.orders;
  expect(await find({ q: 'grace' })).toEqual([]);
  const { code, stdout } = await upgrade('--table', TableName);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${store.tenant.name}: upgraded 1 order\n`)]);
  expect(await find({ q: 'grace' })).toEqual([before]);
  expect(await find({ q: 'grace@example.com' })).toEqual([before]);
  expect(await find({ updated_from: '2026-01-01T00:00:00Z' })).toEqual([before]);
  expect(await read(store, '1001')).toEqual(before);
});

test('a second upgrade changes nothing', async () => {
  const store = await aStore();
  await anOrder(store, { customer: { first_name: 'Ada' } });
  await upgrade('--table', TableName);
  const items = await itemsOf(store);
  expect((await upgrade('--table', TableName)).stdout).toMatch(/^Upgraded 0 orders in \d+ stores\.\n$/);
  expect(await itemsOf(store)).toEqual(items);
});

test('without a table, the command says what is missing', async () => {
  expect(await upgrade()).toMatchObject({ code: 1, stderr: expect.stringContaining('Name the table with --table') });
});
