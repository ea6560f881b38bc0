import { beforeAll, describe, expect, test } from '@jest/globals';
import { idempotencyWrites, storedKilobytes, usage } from '../../infra/write/usage.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { itemsOf, metered } from '../support/database.ts';
import { aProduct, getOrder, keyed, pay, place, update } from '../support/orders.ts';
import { aWebhookStore, onlyDelivery } from '../support/webhooks.ts';

const clocks = holdClocks();

const shipping_address = { name: 'Ada Byron', line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' };
const order = (sku: string) => ({
  lines: [{ sku, quantity: 1 }],
  customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
  shipping_address,
  shipping: { name: 'Post', price: 4.9 },
});

type Counted = { key: string; tenant: { id: string }; sku: string };
let plain: Counted;
let withWebhook: Awaited<ReturnType<typeof aWebhookStore>>;

beforeAll(async () => {
  withWebhook = await aWebhookStore();
  const store = await aStore();
  plain = { ...store, sku: await aProduct(store, { stock: 1000 }) };
  await call('getAvailability', { as: plain.key });
  for (let i = 0; i < 10; i++) await place(plain, order(plain.sku));
});

/** The capacity units and calls that `work` uses. */
async function measure(work: () => Promise<unknown>) {
  const { sent, calls } = await metered(work);
  const units = (isWrite: boolean) =>
    sent.filter(({ command }) => /^(Put|Update)/.test(command) === isWrite).reduce((sum, call) => sum + call.units, 0);
  return { reads: units(false), writes: units(true), calls };
}

/** Engines count transactions differently: two units per KB of an item, and one per index entry. */
const transactionUnits = (items: (object | undefined)[]) =>
  items
    .filter((item) => item !== undefined)
    .map((item) => 2 * Math.ceil(sizeOf(item) / 1024) + ('due' in item || 'changed' in item ? 1 : 0))
    .reduce((sum, units) => sum + units, 0);

const sizeOf = (item: object) => Buffer.byteLength(JSON.stringify(item));

/** A search key ends in the order's number, or counts down from the highest number so that the newest comes first. */
const isSearchKey = (sk: string, number: string) =>
  sk.startsWith('FIND#') &&
  [number.padStart(12, '0'), String(999_999_999_999 - Number(number))].some((end) => sk.endsWith(end));

/** The units of the transaction that places an order. */
async function placingUnits({ tenant, sku }: Counted, number: string) {
  const own = [`ORDER#${number.padStart(12, '0')}`, `PRODUCT#${sku}`];
  const isOwn = ({ sk, order }: Record<string, unknown>) =>
    own.includes(String(sk)) || isSearchKey(String(sk), number) || (String(sk).startsWith('DELIVERY#') && order === number);
  return transactionUnits((await itemsOf({ tenant })).filter(isOwn));
}

/** Reading a missing item costs a unit on AWS but not on the local engine. Here the webhook may be missing. */
async function placing(store: Counted) {
  let number = '';
  const { sent, calls } = await metered(async () => {
    number = (await place(store, order(store.sku))).payload.orders.number;
  });
  expect(sent.map(({ command }) => command)).toEqual(['BatchGetItem', 'UpdateItem', 'TransactWriteItems']);
  return { reads: 3, writes: (sent[1]?.units ?? 0) + (await placingUnits(store, number)), calls };
}

/** A change of a product and its audit entry, in one transaction. */
async function changing({ tenant, sku }: Counted, work: () => Promise<unknown>) {
  const { sent, calls } = await metered(work);
  const reads = sent.filter(({ command }) => /Get/.test(command)).reduce((sum, { units }) => sum + units, 0);
  const [product] = await itemsOf({ tenant }, `PRODUCT#${sku}`);
  const entry = (await itemsOf({ tenant }, 'AUDIT#')).at(-1);
  return { reads, writes: transactionUnits([product, entry]), calls };
}

describe('the costs page uses measured units', () => {
  test('for reads', async () => {
    expect(usage['read an order of up to 4 KB']).toMatchObject(await measure(() => getOrder(plain, '1001')));
    const page = await measure(() => call('getOrders', { as: plain.key, query: { limit: '10' } }));
    expect(usage['list 10 orders of 1.5 KB']).toMatchObject(page);
  });

  test('for payments and changes', async () => {
    clocks.advance(1);
    expect(usage['record a payment']).toMatchObject(await measure(() => pay(plain, '1001', {})));
    clocks.advance(1);
    expect(usage['change an order']).toMatchObject(await measure(() => update(plain, '1001', { visible: false })));
  });

  test('for changes to products and their stock', async () => {
    const run = (id: string, body: object) => call(id, { as: plain.key, params: { sku: plain.sku }, body });
    expect(await changing(plain, () => run('updateProduct', { name: 'Green tea' }))).toEqual(usage['change a product']);
    expect(await changing(plain, () => run('adjustStock', { adjust: 1 }))).toEqual(usage['adjust stock']);
  });

  test('for orders, with and without a webhook', async () => {
    expect(usage['place an order of one line']).toMatchObject(await placing(plain));
    const counted = { ...withWebhook, sku: await aProduct(withWebhook, { stock: 5 }) };
    expect(usage['place an order that a webhook confirms']).toMatchObject(await placing(counted));
    const { id } = await onlyDelivery(withWebhook);
    const delivering = await measure(() => deliver(withWebhook.tenant.id as TenantId, deliveryKey(id), confirmOrder));
    expect(usage['deliver that order to the webhook']).toMatchObject(delivering);
  });

  test('for storage and idempotency keys', async () => {
    const own = await aStore();
    const sku = await aProduct(own, { stock: 5 });
    const before = new Set((await itemsOf(own)).map(({ sk }) => sk));
    await place(own, order(sku), keyed('stored'));
    const added = (await itemsOf(own)).filter(({ sk }) => !before.has(sk) && sk !== 'COUNTER');
    const storedSize = (item: object) => sizeOf(item) + 100;
    const isKey = ({ sk }: Record<string, unknown>) => String(sk).startsWith('IDEM#');
    const bytes = added.reduce((sum, item) => sum + (isKey(item) ? 0 : storedSize(item) + ('changed' in item ? 200 : 0)), 0);
    const key = added.find(isKey) as object;
    expect([bytes / 1000 <= storedKilobytes.order, bytes / 1000 > storedKilobytes.order - 1]).toEqual([true, true]);
    expect(storedSize(key) / 1000).toBeLessThanOrEqual(storedKilobytes.idempotencyKey);
    expect(2 * Math.ceil(storedSize(key) / 1024)).toBe(idempotencyWrites);
  });
});
