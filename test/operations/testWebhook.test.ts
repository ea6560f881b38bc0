import { expect, test } from '@jest/globals';
import { type WebhookName, webhookNames } from '../../lib/webhook/inputs.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aReceiver, closes, type Received, type ReceiverAnswer } from '../support/receiver.ts';
import { newSecret, setUrl, verify, webhookOf } from '../support/webhooks.ts';

const name = 'confirm-order';
const rates: ReceiverAnswer = { body: { rates: [{ id: 'post', name: 'Post', price: 4.9 }] } };

async function runTest(of: WebhookName, ...answers: ReceiverAnswer[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  await setUrl(store, receiver.url, of);
  const secret = await newSecret(store, of);
  const { status, payload } = await call('testWebhook', { as: store.key, params: { name: of } });
  expect(status).toBe(200);
  return { store, receiver, secret, test: payload.test };
}

test.each<WebhookName>([...webhookNames, 'order-changed'])('sends a signed sample of %s immediately', async (of) => {
  const { receiver, secret, test, store } = await runTest(of, rates);
  expect(test).toEqual({ ok: true, status: 200, duration_ms: expect.any(Number), problem: null });
  const [call] = receiver.received as [Received];
  const { tenant } = store;
  expect(verify(secret, call)).toEqual(call.json);
  const { id, created, data } = call.json;
  expect(call.json).toEqual({ type: of, id, created, tenant: tenant.id, test: true, data });
  expect(call.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
  expect(call.headers['user-agent']).toMatch(/^store-platform/);
  expect(id).toMatch(/^evt_[0-9a-z]{26}$/);
  const fields: Record<string, string[]> = { [name]: ['order'], 'order-changed': ['order', 'changes'] };
  expect(Object.keys(data)).toEqual(fields[of] ?? ['destination', 'lines', 'currency', 'subtotal']);
});

test('reports a missing URL', async () => {
  const store = await aStore();
  for (const of of webhookNames) {
    const { payload } = await call('testWebhook', { as: store.key, params: { name: of } });
    expect(payload.test).toEqual({ ok: false, status: null, duration_ms: 0, problem: 'no_url' });
  }
});

test.each<[string, WebhookName, ReceiverAnswer, number | null, string]>([
  ['a receiver that fails', name, 500, 500, 'status_500'],
  ['a redirect', name, { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 302, 'status_302'],
  ['a receiver that is gone', name, 410, 410, 'status_410'],
  ['a closed connection', name, closes, null, 'connection_failed'],
  ['a response without rates', 'calculate-shipping-rates', { body: { rate: [] } }, 200, 'answer_has_no_rates'],
  ['a response that is not JSON', 'calculate-shipping-rates', { body: 'OK' }, 200, 'answer_has_no_rates'],
])('reports the problem with %s', async (_, of, answering, status, problem) => {
  const { test, receiver } = await runTest(of, answering);
  expect(test).toEqual({ ok: false, status, duration_ms: expect.any(Number), problem });
  expect(receiver.received).toHaveLength(1);
});

test('a test changes no health, triggers no back-off and adds no delivery', async () => {
  const { store } = await runTest(name, 500, 410);
  for (let i = 0; i < 6; i++) await call('testWebhook', { as: store.key, params: { name } });
  const unused = { state: 'unused', until: null, last_success: null, last_failure: null, failures_in_a_row: 0 };
  expect((await webhookOf(store)).health).toEqual(unused);
  expect((await call('getDeliveries', { as: store.key, params: { name } })).payload.deliveries).toEqual([]);
});
