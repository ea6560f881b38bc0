import { expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { aStore } from '../../support/actors.ts';
import {
  aFaultyServer,
  answering,
  answeringAfterEffect,
  errorOf,
  type Fault,
  lostAnswer,
  lostRequest,
  noAnswer,
  truncatedAnswer,
} from '../../support/faultyServer.ts';

const { key } = await aStore();
const direct = client({ url: process.env.BASE_URL as string, key });

async function through(...faults: Fault[]) {
  const server = await aFaultyServer(...faults);
  const settings = faults.includes(noAnswer) ? { timeout: 2000 } : {};
  return { store: client({ url: server.url, key, ...settings }), seen: server.seen };
}

async function anOrder() {
  await direct.putProduct({ sku: 'ONE', name: 'One', price: 5, stock: null });
  return direct.placeOrder({ lines: [{ sku: 'ONE', quantity: 1 }] });
}

const faults: Record<string, Fault> = {
  'a lost request': lostRequest,
  'a lost response': lostAnswer,
  'a truncated response': truncatedAnswer,
  'a timeout': noAnswer,
  'a 503 without effect': answering(503),
  'a 503 after the effect': answeringAfterEffect(503),
  'a 504 after the effect': answeringAfterEffect(504),
  'a 429': answering(429, { 'Retry-After': '0' }),
};

test.each(Object.entries(faults))('places an order once despite %s', async (_, fault) => {
  const sku = `TEA-${Math.random().toString(36).slice(2)}`;
  await direct.putProduct({ sku, name: 'Tea', price: 5, stock: 10 });
  const { store, seen } = await through(fault, fault);
  const order = await store.placeOrder({ lines: [{ sku, quantity: 2 }] });
  // On a loaded machine, the third attempt can be too late as well.
  expect(seen.length).toBeGreaterThanOrEqual(3);
  if (fault !== noAnswer) expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect((await direct.getProduct({ sku })).stock).toEqual({ available: 8, reserved: 2 });
  const holding = (await Array.fromAsync(direct.orders())).filter(({ lines }) => lines[0]?.sku === sku);
  expect(holding).toEqual([order]);
});

test.each<[string, (store: typeof direct) => Promise<unknown>]>([
  ['makes a new secret', (store) => store.replaceWebhookSecret({ name: 'confirm-order' })],
  [
    'has a version, and would fail on its own effect',
    async (store) => {
      const { number, version } = await anOrder();
      return store.updateOrder({ number, authorized: true }, { version });
    },
  ],
  [
    'only creates, and would fail on its own effect',
    (store) => store.putProduct({ sku: 'NEW', name: 'New', price: 5, stock: null }, { createOnly: true }),
  ],
])('does not retry a call that %s, and reports the error as uncertain', async (_, call) => {
  const { store, seen } = await through(lostAnswer, lostAnswer);
  const error = await errorOf(call(store));
  expect(error).toMatchObject({ code: 'no_response', status: 0, uncertain: true });
  expect(error.message).toMatch(/^No response from 127\.0\.0\.1:\d+: .*\. Check its address, and that it is running\.$/);
  expect(seen).toHaveLength(1);
});

test('retries a change with a version if asked to, and says that the conflict may be with its own effect', async () => {
  const { number, version } = await anOrder();
  const lost = await through(lostAnswer);
  const error = await errorOf(lost.store.updateOrder({ number, authorized: true }, { version, repeatable: true }));
  expect(error).toMatchObject({ code: 'version_mismatch', status: 412, uncertain: true });
  expect(lost.seen).toHaveLength(2);
  const unsent = await through(lostRequest);
  const order = await unsent.store.updateOrder({ number, note: 'Ring' }, { version: version + 1, repeatable: true });
  expect(order.version).toBe(version + 2);
});

test('does not retry a stock count, which would undo sales in between', async () => {
  const product = { sku: 'LAST', name: 'Last', price: 5 };
  const soldMeanwhile: Fault = async (forward, outgoing) => {
    await forward();
    await direct.placeOrder({ lines: [{ sku: 'LAST', quantity: 8 }] });
    outgoing.socket?.destroy();
  };
  const counted = await through(soldMeanwhile);
  const error = await errorOf(counted.store.putProduct({ ...product, stock: 10 }));
  expect(error).toMatchObject({ code: 'no_response', uncertain: true });
  expect((await direct.getProduct({ sku: 'LAST' })).stock).toEqual({ available: 2, reserved: 8 });
  const uncounted = await through(lostAnswer);
  expect(await uncounted.store.putProduct({ ...product, sku: 'CARD', stock: null })).toMatchObject({ stock: null });
  expect(uncounted.seen).toHaveLength(2);
});

test('always retries a 429', async () => {
  const { store, seen } = await through(answering(429));
  expect(await store.replaceWebhookSecret({ name: 'confirm-order' })).toMatch(/^whsec_/);
  expect(seen).toHaveLength(2);
});

test('retries neither a rejected call nor a success with an unexpected body', async () => {
  const { store, seen } = await through(answering(409, {}, '{"code":1015,"errors":"x"}'), answering(200), answering(500));
  expect(await errorOf(store.getOwnTenant())).toMatchObject({
    code: 'invalid_response',
    status: 409,
    errors: [],
    uncertain: false,
  });
  expect(await errorOf(store.replaceWebhookSecret({ name: 'confirm-order' }))).toMatchObject({
    status: 200,
    uncertain: true,
  });
  expect(await errorOf(store.getOwnTenant())).toMatchObject({ status: 500 });
  expect(seen).toHaveLength(3);
});

test('follows no redirect, so the key reaches no other host', async () => {
  const elsewhere = await aFaultyServer();
  const { store } = await through(...Array<Fault>(4).fill(answering(307, { Location: `${elsewhere.url}/` })));
  expect(await errorOf(store.getOwnTenant())).toMatchObject({ code: 'no_response' });
  expect(elsewhere.seen).toHaveLength(0);
});
