import { readdirSync, readFileSync } from 'node:fs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { client } from '../../../lib/db/client.ts';
import { TableName } from '../../../lib/db/key.ts';
import { orderSchema } from '../../../lib/order/schemaUpgrades.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/database.ts';
import { getOrder, keyed, pay, read, ship, stockOf, update } from '../../support/orders.ts';

const documents = DynamoDBDocumentClient.from(client);
/** Orders exactly as earlier versions stored them, one file for each schema version. */
const folder = new URL('./stored/', import.meta.url);
const versions = readdirSync(folder).map((name) => Number.parseInt(name, 10));

test('there is a stored order of every earlier version', () => {
  expect(versions.sort()).toEqual(Array.from({ length: orderSchema.version - 1 }, (_, i) => i + 1));
});

describe.each(versions)('an order stored by version %i', (version) => {
  let store: Store;

  /** A store with this order and its product, of which it took 2 units. */
  beforeAll(async () => {
    store = await aStore();
    await call('putProduct', { as: store.key, params: { sku: 'TEA' }, body: { name: 'Tea', price: 10, stock: 7 } });
    const Item = JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8'));
    await documents.send(new PutCommand({ TableName, Item: { ...Item, pk: `T#${store.tenant.id}` } }));
  });

  test('is returned with the fields added since, and with every digit', async () => {
    const { text, payload, headers } = await getOrder(store, '1001');
    expect(headers.etag).toBe('"5"');
    expect(payload.orders).toMatchObject({
      customer: { first_name: 'Grace', company: null },
      credited: 0,
      balance: 9.9,
      lines: [{ line: 0, credited: 0 }],
      payments: [
        { total: 20, recorded: '2026-11-22T01:22:17.977Z', credit: false, lines: null, payment: null, reason: null },
        { total: -5, recorded: '2026-11-22T01:22:18.015Z', credit: false },
      ],
      shipments: [{ state: 'shipped', carrier: null, tracking_number: null, tracking_url: null }],
    });
    expect(text).toContain('{"big":12345678901234567890}');
    for (const query of [undefined, { q: '1001' }] as const) {
      expect((await call('getOrders', { as: store.key, query })).payload.orders).toEqual([payload.orders]);
    }
  });

  test('does not change when its customer is sent again as it is', async () => {
    const { customer } = await read(store, '1001');
    expect((await update(store, '1001', { customer })).payload.orders.version).toBe(5);
  });

  test('replays its payments, and takes new ones', async () => {
    const before = await read(store, '1001');
    const repeated = await pay(store, '1001', '{"total":20,"transaction_data":{"big":12345678901234567890}}', keyed('k1'));
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(repeated.payload.payment).toMatchObject({ id: before.payments[0]?.id, total: 20, credit: false });
    const { payload } = await pay(store, '1001', { method: 'refund', lines: [{ line: 0, quantity: 1 }] });
    expect(payload.payment).toMatchObject({ total: -10, credit: true, balance_after: 9.9 });
    const after = await read(store, '1001');
    expect(after.payments.slice(0, 2)).toEqual(before.payments);
    expect(after.lines).toMatchObject([{ quantity: 2, credited: 1 }]);
    expect(await itemsOf(store, 'ORDER#')).toMatchObject([{ schema: orderSchema.version, revision: 6, version: 6 }]);
    expect((await getOrder(store, '1001')).text).toContain('{"big":12345678901234567890}');
  });

  test('is found by its customer once it was changed', async () => {
    const found = (await call('getOrders', { as: store.key, query: { q: 'grace@example.com' } })).payload.orders;
    expect(found).toEqual([await read(store, '1001')]);
  });

  test('still knows which units it took from stock', async () => {
    const order = await read(store, '1001');
    await ship(store, order, { state: 'ready' });
    expect(await stockOf(store, 'TEA')).toEqual([7, 2]);
    await update(store, '1001', { cancelled: true, restock: true });
    expect(await stockOf(store, 'TEA')).toEqual([9, 0]);
  });
});
