import { describe, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { read } from '../support/orders.ts';
import { type Answering, closes } from '../support/receiver.ts';
import { aHookedStore, deliverDue, type HookedStore, placed, theDelivery } from '../support/webhooks.ts';

const says = (authorized: unknown): Answering => ({ body: { authorized } });
const decide = ({ key }: HookedStore, number: string, body: object) =>
  call('updateOrder', { as: key, params: { number }, body });

/** An order of a store whose receiver answers so. */
async function answered(answering: Answering, given: object = {}) {
  const store = await aHookedStore(answering);
  const number = await placed(store, given);
  await deliverDue(store);
  return { store, order: await read(store, number), delivery: await theDelivery(store) };
}

describe('what the store answers', () => {
  test('authorizes the order, which is a change that is seen', async () => {
    const { order, delivery, store } = await answered(says(true));
    expect(order).toMatchObject({ authorized: true, version: 2 });
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 200, answer: '{"authorized":true}' }] });
    const { payload } = await call('getOrders', { as: store.key, query: { authorized: 'true' } });
    expect(payload.orders).toHaveLength(1);
  });

  test('refuses an order that was placed authorized: nobody has decided since', async () => {
    expect((await answered(says(false), { authorized: true })).order).toMatchObject({ authorized: false, version: 2 });
  });

  test.each([true, false])('is no change where it is so already: %j', async (authorized) => {
    expect((await answered(says(authorized), { authorized })).order).toMatchObject({ authorized, version: 1 });
  });

  test.each<[string, Answering]>([
    ['true as text', says('true')],
    ['1', says(1)],
    ['null', says(null)],
    ['true inside of something else', { body: { order: { authorized: true } } }],
    ['true in a list', { body: [{ authorized: true }] }],
    ['true alone', { body: 'true' }],
    ['null alone', { body: 'null' }],
    ['nothing', { status: 204, body: '' }],
    ['a page', { body: '<html>{"authorized": true}</html>' }],
    ['half an answer', { body: '{"authorized": true' }],
    ['true behind 64 KB', { body: { padding: 'x'.repeat(70_000), authorized: true } }],
    ['a name of the prototype', { body: '{"__proto__": {"authorized": true}}' }],
  ])('says nothing where it is %s, and is received all the same', async (_, answering) => {
    const { order, delivery } = await answered(answering);
    expect(order).toMatchObject({ authorized: false, version: 1 });
    expect(delivery.state).toBe('delivered');
  });

  test.each<[string, Answering, number | null]>([
    ['500', { status: 500, body: { authorized: true } }, 500],
    ['404', { status: 404, body: { authorized: true } }, 404],
    ['a redirect', { status: 307, headers: { Location: '/' }, body: { authorized: true } }, 307],
    ['a closed connection', closes, null],
  ])('counts for nothing with %s', async (_, answering, status) => {
    const { order, delivery } = await answered(answering);
    expect(order).toMatchObject({ authorized: false, version: 1 });
    expect(delivery).toMatchObject({ state: 'pending', attempts: [{ status }] });
  });
});

describe('a person is never overturned', () => {
  test.each([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])('who has set %j while the store was making up its mind, which is %j', async (person, said) => {
    const store = await aHookedStore();
    store.receiver.answers(async ({ json }) => {
      await decide(store, json.data.order.number, { authorized: person });
      return { body: { authorized: said } };
    });
    const number = await placed(store);
    await deliverDue(store);
    expect(await read(store, number)).toMatchObject({ authorized: person });
  });

  test.each([true, false])('who has set it to the %j that it was before', async (authorized) => {
    const store = await aHookedStore();
    store.receiver.answers(async ({ json }) => {
      await decide(store, json.data.order.number, { authorized });
      return { body: { authorized: !authorized } };
    });
    const number = await placed(store, { authorized });
    await deliverDue(store);
    expect(await read(store, number)).toMatchObject({ authorized, version: 1 });
  });

  test('who decides after the store did', async () => {
    const { store, order } = await answered(says(true));
    const { payload } = await decide(store, order.number, { authorized: false });
    expect(payload.orders).toMatchObject({ authorized: false, version: 3 });
    const { id } = await theDelivery(store);
    await call('redeliver', { as: store.key, params: { name: 'confirm-order', id } });
    await deliverDue(store);
    await store.receiver.calls(2);
    expect(await read(store, order.number)).toMatchObject({ authorized: false, version: 3 });
  });
});

test('who changes something else has not decided', async () => {
  const store = await aHookedStore();
  store.receiver.answers(async ({ json }) => {
    await decide(store, json.data.order.number, { visible: false });
    return { body: { authorized: true } };
  });
  const number = await placed(store);
  await deliverDue(store);
  expect(await read(store, number)).toMatchObject({ authorized: true, visible: false, version: 3 });
});
