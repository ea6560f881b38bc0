import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { setFollower } from '../support/followers.ts';
import { setUrl, webhookOf } from '../support/webhooks.ts';

test('lists the fixed webhooks and the followers of this store only', async () => {
  const [mine, theirs] = [await aStore(), await aStore()];
  const url = 'https://shop.example.com/hooks';
  await setUrl(mine, url);
  await setFollower(mine, { url }, 'order-changed-b');
  await setFollower(mine, { url }, 'order-changed');
  const names = ['confirm-order', 'calculate-shipping-rates', 'order-changed', 'order-changed-b'] as const;
  const webhooks = await Promise.all(names.map((name) => webhookOf(mine, name)));
  expect((await call('getWebhooks', { as: mine.key })).payload).toEqual({ webhooks });
  expect((await call('getWebhooks', { as: theirs.key })).payload.webhooks).toMatchObject([{ url: null }, { url: null }]);
});
