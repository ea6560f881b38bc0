import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { call } from '../support/call.ts';
import { read } from '../support/orders.ts';
import { closes, type ReceiverAnswer } from '../support/receiver.ts';
import { aWebhookStore, deliverDue, onlyDelivery, placeOne, type WebhookStore } from '../support/webhooks.ts';

const responds = (authorized: unknown): ReceiverAnswer => ({ body: { authorized } });
const decide = ({ key }: WebhookStore, number: string, body: object) =>
  call('updateOrder', { as: key, params: { number }, body });

/** An order and its delivery after the receiver has sent this response. */
async function deliverAndRead(answering: ReceiverAnswer, given: object = {}) {
  const store = await aWebhookStore(answering);
  const number = await placeOne(store, given);
  await deliverDue(store);
  return { store, order: await read(store, number), delivery: await onlyDelivery(store) };
}

describe('the response of the receiver', () => {
  test('authorizes the order and raises its version', async () => {
    const { order, delivery, store } = await deliverAndRead(responds(true));
    expect(order).toMatchObject({ authorized: true, version: 2 });
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 200, answer: '{"authorized":true}' }] });
    const { payload } = await call('getOrders', { as: store.key, query: { authorized: 'true' } });
    expect(payload.orders).toHaveLength(1);
  });

  test('can withdraw the authorization that an order was placed with', async () => {
    const { order } = await deliverAndRead(responds(false), { authorized: true });
    expect(order).toMatchObject({ authorized: false, version: 2 });
  });

  test.each([true, false])('does not change an order that already agrees: %j', async (authorized) => {
    expect((await deliverAndRead(responds(authorized), { authorized })).order).toMatchObject({ authorized, version: 1 });
  });

  test.each<[string, ReceiverAnswer, Delivery['state'], number | null]>([
    ['true as a string', responds('true'), 'delivered', 200],
    ['true in a nested object', { body: { order: { authorized: true } } }, 'delivered', 200],
    ['true alone', { body: 'true' }, 'delivered', 200],
    ['empty', { status: 204, body: '' }, 'delivered', 204],
    ['truncated JSON', { body: '{"authorized": true' }, 'delivered', 200],
    ['true after 64 KB', { body: { padding: 'x'.repeat(70_000), authorized: true } }, 'delivered', 200],
    ['true in __proto__', { body: '{"__proto__": {"authorized": true}}' }, 'delivered', 200],
    ['500', { status: 500, body: { authorized: true } }, 'pending', 500],
    ['a redirect', { status: 307, headers: { Location: '/' }, body: { authorized: true } }, 'pending', 307],
    ['a closed connection', closes, 'pending', null],
  ])('decides nothing if it is %s', async (_, answering, state, status) => {
    const { order, delivery } = await deliverAndRead(answering);
    expect(order).toMatchObject({ authorized: false, version: 1 });
    expect(delivery).toMatchObject({ state, attempts: [{ status }] });
  });
});

describe('the receiver never overrides a person', () => {
  test.each([
    [false, true, false],
    [false, false, true],
    [false, true, true],
    [false, false, false],
    [true, true, false],
  ])('of an order placed with authorized %j, set to %j during an attempt that is answered with %j', async (...given) => {
    const [authorized, person, said] = given;
    const store = await aWebhookStore();
    store.receiver.answers(async ({ json }) => {
      await decide(store, json.data.order.number, { authorized: person });
      return { body: { authorized: said } };
    });
    const number = await placeOne(store, { authorized });
    await deliverDue(store);
    expect(await read(store, number)).toMatchObject({ authorized: person, version: person === authorized ? 1 : 2 });
  });

  test.each([true, false])('who sets authorized to %j before the attempt', async (authorized) => {
    const store = await aWebhookStore(responds(!authorized));
    const number = await placeOne(store);
    await decide(store, number, { authorized });
    await decide(store, number, { visible: false });
    await deliverDue(store);
    expect(await read(store, number)).toMatchObject({ authorized, visible: false });
  });

  test('who decides after the receiver', async () => {
    const { store, order } = await deliverAndRead(responds(true));
    const { payload } = await decide(store, order.number, { authorized: false });
    expect(payload.orders).toMatchObject({ authorized: false, version: 3 });
    const { id } = await onlyDelivery(store);
    await call('redeliver', { as: store.key, params: { name: 'confirm-order', id } });
    await deliverDue(store);
    await store.receiver.calls(2);
    expect(await read(store, order.number)).toMatchObject({ authorized: false, version: 3 });
  });
});

test('a person who changes another field does not override the receiver', async () => {
  const store = await aWebhookStore();
  store.receiver.answers(async ({ json }) => {
    await decide(store, json.data.order.number, { visible: false });
    return { body: { authorized: true } };
  });
  const number = await placeOne(store);
  await deliverDue(store);
  expect(await read(store, number)).toMatchObject({ authorized: true, visible: false, version: 3 });
});
