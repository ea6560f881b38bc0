import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { aFollowedStore, runFollower, setFollower } from '../support/followers.ts';
import { anOrder } from '../support/orders.ts';
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

test('shows since when a follower has been behind', async () => {
  const store = await aFollowedStore();
  const behindSince = async () => (await webhookOf(store, 'order-changed')).health.behind_since;
  expect(await behindSince()).toBeNull();
  if (overHttp) return;
  const order = await anOrder(store);
  await anOrder(store);
  expect(await behindSince()).toBe(order.created);
  await runFollower(store);
  expect(await behindSince()).toBeNull();
});
