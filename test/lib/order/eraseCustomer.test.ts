import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../../lib/order/schema.ts';
import type { Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/database.ts';
import { interruptReads } from '../../support/injectFault.ts';
import { anOrder, erase, keyed, pay, place, read, returnUnits, ship, update } from '../../support/orders.ts';
import { aWebhookStore, onlyDelivery, redeliver, runDelivery, type WebhookStore } from '../../support/webhooks.ts';

const address = { name: 'Zoraname', line1: 'Zorastreet 1', city: 'Zoracity', postal_code: 'ZORA7', phone: '+4922233344' };
const billing_address = { name: 'Zoraboss', company: 'Zorafirm', line2: 'Zoracourt' };
const customer = {
  ...{ id: 'zoraid', first_name: 'Zorafirst', last_name: 'Zoralast', company: 'Zoracompany' },
  ...{ email: 'zoramail@example.com', phone: '+49301122334455' },
};
const personal = { customer, shipping_address: address, billing_address, note: 'Zoranote', metadata: { zorakey: 'Zoravalue' } };
const kept = { reference: 'Keptreference', tags: ['Kepttag'] };
/** Parts of the texts above, also as search keys contain them. */
const texts = /zora[a-z]|ZORA7|22233344|44333222|1122334455|5544332211/i;

const found = async ({ key }: Store, q: string) => (await call('getOrders', { as: key, query: { q } })).payload.orders.length;
const itemsWith = async (of: Store, pattern: RegExp) =>
  (await itemsOf(of)).filter((item) => pattern.test(JSON.stringify(item))).map(({ sk }) => String(sk).split('#')[0]);

/** An order with everything that can say something about its customer, which its receiver repeats. */
async function aKnownOrder(own: WebhookStore): Promise<Order> {
  const lines = [{ sku: own.sku, quantity: 2 }];
  const { orders } = (await place(own, { lines, ...personal, ...kept, authorized: true }, keyed('once'))).payload;
  await runDelivery(own, await onlyDelivery(own));
  await pay(own, orders.number, { transaction_data: { payer: 'Keptpayer' } }, keyed('paid'));
  await update(own, orders.number, { customer: { first_name: 'Zoraother' }, note: 'Zorasecond', billing_address: null });
  await update(own, orders.number, { customer, note: null, metadata: { zorakey: 2 } });
  await ship(own, orders, { state: 'shipped' });
  await returnUnits(own, orders, { lines: [{ sku: own.sku, quantity: 1 }], reason: 'Keptreason' });
  return orders;
}

const repeats = { body: { authorized: true, thanks: 'Zorafirst, Zorastreet 1' } };

test('no item of the store holds the erased texts any more, and what stays is still there', async () => {
  const own = await aWebhookStore(repeats);
  const { number } = await aKnownOrder(own);
  expect(new Set(await itemsWith(own, texts))).toEqual(new Set(['ORDER', 'DELIVERY', 'FIND']));
  for (const q of ['zoramail@example.com', '1122334455', 'zorafirst', 'zoracompany']) expect(await found(own, q)).toBe(1);
  await erase(own, number);
  expect(await itemsWith(own, texts)).toEqual([]);
  for (const q of ['zoramail@example.com', '1122334455', 'zorafirst', 'zoracompany']) expect(await found(own, q)).toBe(0);
  expect(await found(own, 'keptref')).toBe(1);
  for (const text of [/Keptpayer/, /Keptreason/, /Kepttag/]) expect(await itemsWith(own, text)).toEqual(['ORDER']);
});

test('an order that was cleared by hand still loses what its history shows', async () => {
  const own = await aWebhookStore();
  const { number } = await anOrder(own, personal);
  await update(own, number, Object.fromEntries(Object.keys(personal).map((field) => [field, null])));
  expect(await itemsWith(own, texts)).toEqual(['ORDER']);
  await erase(own, number);
  expect(await itemsWith(own, texts)).toEqual([]);
});

describe('the log of deliveries', () => {
  const answersIn = async (own: Store) => (await onlyDelivery(own)).attempts.map(({ status, answer }) => [status, answer]);

  test('keeps the attempts without answers, also of attempts that follow', async () => {
    const own = await aWebhookStore({ status: 500, body: 'Zorafirst' }, repeats);
    const { number } = await anOrder(own, personal);
    const delivery = await onlyDelivery(own);
    await runDelivery(own, delivery);
    expect(await answersIn(own)).toEqual([[500, 'Zorafirst']]);
    await erase(own, number);
    await redeliver(own, delivery.id);
    await runDelivery(own, delivery);
    expect(await answersIn(own)).toEqual([
      [500, null],
      [200, null],
    ]);
    expect((await read(own, number)).authorized).toBe(true);
  });

  test('keeps no answer of an attempt that is under way', async () => {
    const own = await aWebhookStore(async () => {
      await erase(own, '1001');
      return repeats;
    });
    const { number } = await anOrder(own, personal);
    expect(number).toBe('1001');
    await runDelivery(own, await onlyDelivery(own));
    expect(await answersIn(own)).toEqual([[200, null]]);
    expect(await itemsWith(own, texts)).toEqual([]);
  });

  test('keeps no answer that is recorded while the answers are erased', async () => {
    const own = await aWebhookStore({ status: 500, body: 'Zorafirst' }, repeats);
    const { number } = await anOrder(own, personal);
    const delivery = await onlyDelivery(own);
    await runDelivery(own, delivery);
    await redeliver(own, delivery.id);
    await interruptReads(
      () => erase(own, number),
      () => runDelivery(own, delivery),
    );
    expect(await itemsWith(own, texts)).toEqual([]);
  });

  test('of other orders keeps its answers', async () => {
    const own = await aWebhookStore(repeats);
    await anOrder(own, personal);
    await runDelivery(own, await onlyDelivery(own));
    const other = await anOrder(own);
    await erase(own, other.number);
    expect(await itemsWith(own, /thanks/)).toEqual(['DELIVERY']);
  });
});
