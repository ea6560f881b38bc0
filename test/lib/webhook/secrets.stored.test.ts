import { expect, test } from '@jest/globals';

import { itemsOf } from '../../support/database.ts';
import { aWebhookStore, newSecret, webhookOf } from '../../support/webhooks.ts';

test('only the three newest of ten secrets are stored', async () => {
  const store = await aWebhookStore();
  const secrets: string[] = [];
  for (let i = 0; i < 10; i++) secrets.unshift(await newSecret(store));
  const [item] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect(item?.secrets).toMatchObject(secrets.slice(0, 3).map((secret) => ({ secret })));
  expect(item?.secrets).toHaveLength(3);
  expect((await webhookOf(store)).secret_last_four).toBe(secrets[0]?.slice(-4));
});
