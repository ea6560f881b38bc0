import { beforeAll, describe, expect, test } from '@jest/globals';
import { startDoorbell } from '../../infra/local/doorbell.ts';
import { TableName } from '../../lib/db/key.ts';
import type { Message } from '../../lib/webhook/queue.ts';
import { aStore, platformKey, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { between, type Fault, type Plan, suffering } from '../support/faults.ts';
import { aProduct, place } from '../support/orders.ts';
import { until } from '../support/receiver.ts';
import { aHookedStore, deliveriesOf, placed } from '../support/webhooks.ts';

let platform: string;
let store: Store;

beforeAll(async () => {
  platform = await platformKey();
  store = await aStore(platform);
});

describe('a product that changes between load and commit', () => {
  test.each([
    ['price', { price: 12 }, { name: 'Tea', price: 12, total: 24 }],
    ['name', { name: 'Green tea' }, { name: 'Green tea', price: 10, total: 20 }],
  ])('gives the order its new %s', async (_, change, line) => {
    const sku = await aProduct(store, { stock: 5 });
    const update = () => call('updateProduct', { as: store.key, params: { sku }, body: change });
    const answer = await between(() => place(store, { lines: [{ sku, quantity: 2 }] }), update);
    expect(answer).toMatchObject({ status: 201, payload: { orders: { lines: [{ sku, ...line }], total: line.total } } });
  });
});

type Key = { pk: { S: string }; sk: { S: string } };

/** The database returns all but so many of the items that it was asked for, and says which are missing. */
const withholds =
  (count: number): Fault =>
  async ({ input, arrive }) => {
    const { response, output } = await arrive();
    const { Keys, ...how }: { Keys: Key[] } = input.RequestItems[TableName];
    const missing = Keys.slice(-count).map(({ pk, sk }) => ({ pk: pk.S, sk: sk.S }));
    const found = output.Responses[TableName].filter(({ sk }: { sk: string }) => missing.every((key) => key.sk !== sk));
    const unprocessed = { [TableName]: { Keys: missing, ...how } };
    return { response, output: { ...output, Responses: { [TableName]: found }, UnprocessedKeys: unprocessed } };
  };

describe('a database that returns only some of the items', () => {
  const placed = async (skus: string[], plan: Omit<Plan, 'command'>) =>
    suffering([{ command: 'BatchGetItem', ...plan }], () => place(store, { lines: skus.map((sku) => ({ sku, quantity: 1 })) }));

  test('is asked for the rest', async () => {
    const { result, calls } = await placed([await aProduct(store), await aProduct(store)], { fault: withholds(1) });
    expect(result).toMatchObject({ status: 201, payload: { orders: { total: 20 } } });
    expect(calls.filter(({ command }) => command === 'BatchGetItem')).toHaveLength(2);
  });

  test('is asked three times; then the service is busy', async () => {
    const { result, struck } = await placed([await aProduct(store)], { nth: 'every', fault: withholds(1) });
    expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(struck).toBe(3);
  });
});

describe('the event of a new order', () => {
  test('is sent to the queue at once, in one message', async () => {
    const messages: Message[] = [];
    const deliver = async ({ Records }: { Records: { body: string }[] }) =>
      void messages.push(...Records.map(({ body }) => JSON.parse(body)));
    const bell = await startDoorbell({ deliver, sweep: async () => {} });
    try {
      const hooked = await aHookedStore(platform);
      const { id } = hooked.tenant;
      const ours = () => messages.filter(({ tenant, sk }) => tenant === id && sk.startsWith('DELIVERY#'));
      await placed(hooked);
      const [delivery] = await deliveriesOf(hooked);
      await until(() => ours().length > 0, 5);
      expect(ours()).toEqual([{ tenant: id, sk: `DELIVERY#${delivery?.id.slice(4)}` }]);
    } finally {
      await bell.stop();
      delete process.env.QUEUE_URL;
    }
  });

  test('is kept for 30 days', async () => {
    const hooked = await aHookedStore(platform);
    await placed(hooked);
    const [item] = await itemsOf(hooked, 'DELIVERY#');
    const days = ((item?.expires_at as number) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThan(30.01);
    expect(Number.isInteger(item?.expires_at)).toBe(true);
  });
});
