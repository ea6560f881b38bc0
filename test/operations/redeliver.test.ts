import { expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { call } from '../support/call.ts';
import { type Received, until } from '../support/receiver.ts';
import { aWebhookStore, deliverDue, deliveriesOf, placeOne, redeliver } from '../support/webhooks.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a redelivery sends the event again with the same id and the current order', async () => {
  const store = await aWebhookStore();
  const number = await placeOne(store);
  const [first] = (await deliverDue(store)) as [Delivery];
  await call('updateOrder', { as: store.key, params: { number }, body: { visible: false } });
  const { status, payload } = await redeliver(store, first.id);
  expect(status).toBe(200);
  expect(payload.delivery).toEqual({ ...first, state: 'pending', due: moment });
  await deliverDue(store);
  const [before, after] = (await store.receiver.calls(2)) as [Received, Received];
  expect(after.json).toMatchObject({ id: first.id, created: before.json.created, data: { order: { visible: false } } });
  await until(async () => (await deliveriesOf(store))[0]?.state === 'delivered');
  expect((await deliveriesOf(store))[0]?.attempts).toHaveLength(2);
});
