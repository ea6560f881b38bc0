import { expect, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { ops, opsJson } from '../../support/ops.ts';
import { until } from '../../support/receiver.ts';
import { aWebhookStore, deliveriesOf, onlyDelivery, placeOne, redeliver, setUrl } from '../../support/webhooks.ts';

test('sends waiting events again, and says how many', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  const untilState = (state: Delivery['state']) => until(async () => (await onlyDelivery(store)).state === state);
  await untilState('delivered');
  await setUrl(store, null);
  const delivery = await onlyDelivery(store);
  await redeliver(store, delivery.id);
  await untilState('waiting');
  const env = { STORE_API_KEY: store.key };
  expect(await opsJson(['webhook', 'redeliver', 'failed'], env)).toEqual({ queued: 0 });
  const later = ['--since', new Date(Date.parse(delivery.created) + 1).toISOString()];
  expect(await opsJson(['webhook', 'redeliver', 'waiting', ...later], env)).toEqual({ queued: 0 });
  const done = await ops(['webhook', 'redeliver', 'waiting', '--since', delivery.created], env);
  expect(done).toEqual({ code: 0, stdout: '1 event queued.\n', stderr: '' });
  expect(await deliveriesOf(store)).toHaveLength(1);
  const wrong = await ops(['webhook', 'redeliver', 'pending'], env);
  expect(wrong).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Command-argument value 'pending' is invalid .*failed, waiting\.\n/),
  });
});
