import { describe, expect, test } from '@jest/globals';
import type { FollowerName } from '../../lib/webhook/inputs.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { aFollowedStore, runFollower, setFollower } from '../support/followers.ts';
import { anOrder, times } from '../support/orders.ts';
import { setUrl, webhookOf } from '../support/webhooks.ts';

const url = 'https://shop.example.com/changes';
const unused = { state: 'unused', until: null, last_success: null, last_failure: null, failures_in_a_row: 0, rejected: [] };
const get = ({ key }: Store, name: string) => call('getWebhook', { as: key, params: { name } });
const list = async ({ key }: Store) => (await call('getWebhooks', { as: key })).payload.webhooks;
const namesOf = async (store: Store) => (await list(store)).map(({ name }: { name: string }) => name);
const fixed = ['confirm-order', 'calculate-shipping-rates'];

describe.each<FollowerName>(['order-changed', 'order-changed-erp', `order-changed-${'x'.repeat(30)}`])('%s', (name) => {
  test('does not exist until it gets a URL, and is forgotten with its secret when it loses it', async () => {
    const store = await aStore();
    for (const body of [{ url: null }, { url: '' }, { from: '2026-01-01T00:00:00Z' }]) {
      expect(await setFollower(store, body, name)).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await get(store, name)).toMatchObject({ status: 404 });
    const { status, payload } = await setFollower(store, { url }, name);
    const { updated, secret_last_four } = payload.webhook;
    expect(status).toBe(200);
    expect(payload.webhook).toEqual({ name, url, updated, secret_last_four, health: { ...unused, behind_since: null } });
    expect((await get(store, name)).payload).toEqual(payload);
    expect(await list(store)).toEqual([expect.anything(), expect.anything(), payload.webhook]);
    const removed = await setFollower(store, { url: null }, name);
    expect(removed.payload.webhook).toMatchObject({ name, url: null, secret_last_four: null, health: unused });
    expect(await get(store, name)).toMatchObject({ status: 404 });
    if (!overHttp) expect([await itemsOf(store, 'WEBHOOK#'), await itemsOf(store, 'POSITION#')]).toEqual([[], []]);
    expect((await setFollower(store, { url }, name)).payload.webhook.secret_last_four).not.toBe(secret_last_four);
  });
});

const store = await aStore();

test.each([
  'order-changed-',
  'order-changed-A',
  'order-changed_x',
  `order-changed-${'x'.repeat(31)}`,
  'order',
  'x-order-changed',
])('there is no webhook %s', async (name) => {
  expect(await get(store, name)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await setFollower(store, { url }, name as FollowerName)).toMatchObject({ status: 404, code: 'not_found' });
});

test('a store has at most five, also in a race', async () => {
  const own = await aStore();
  const answers = await times(8, (i) => setFollower(own, { url }, `order-changed-${i}`));
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, code: 'too_many_webhooks', body: { max: 5 } });
  expect(refused).toHaveLength(3);
  const names = await namesOf(own);
  expect(names).toHaveLength(7);
  expect(names.slice(0, 2)).toEqual(fixed);
  expect(await setFollower(own, { url: `${url}/2` }, names[2])).toMatchObject({ status: 200 });
  await setFollower(own, { url: null }, names[2]);
  expect(await setFollower(own, { url }, 'order-changed-next')).toMatchObject({ status: 200 });
});

describe('from', () => {
  test.each<[string, object]>([
    ['ahead', { from: '9999-01-01T00:00:00Z' }],
    ['without a zone', { from: '2026-01-01T00:00:00' }],
    ['null beside a URL that is removed', { from: null, url: null }],
    ['beside a URL that is removed', { from: '2026-01-01T00:00:00Z', url: null }],
  ])('is rejected %s', async (_, body) => {
    await setFollower(store, { url }, 'order-changed-from');
    const answer = await setFollower(store, body, 'order-changed-from');
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request', body: { errors: [{ field: 'from' }] } });
  });

  test.each(fixed)('is only for followers, not for %s', async (name) => {
    const answer = await call('changeWebhook', { as: store.key, params: { name }, body: { from: '2026-01-01T00:00:00Z' } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'from' }] } });
  });

  test('changes neither the URL nor when it was updated', async () => {
    const own = await aStore();
    const { webhook } = (await setFollower(own, { url })).payload;
    expect((await setFollower(own, { from: '2026-01-01T00:00:00+01:00' })).payload).toEqual({ webhook });
    expect(await webhookOf(own, 'order-changed')).toEqual(webhook);
  });
});

test.each(['calculate-shipping-rates', 'order-changed'])('%s has no deliveries', async (name) => {
  await setFollower(store, { url });
  const params = { name, id: `evt_${'0'.repeat(26)}` };
  for (const id of ['getDeliveries', 'redeliver', 'redeliverAll']) {
    const body = id === 'redeliverAll' ? { state: 'failed' } : undefined;
    expect(await call(id, { as: store.key, params, body })).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('a follower is healthy after a successful test', async () => {
  const own = await aFollowedStore();
  await call('testWebhook', { as: own.key, params: { name: 'order-changed' } });
  expect((await webhookOf(own, 'order-changed')).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  for (const id of ['replaceWebhookSecret', 'testWebhook']) {
    expect(await call(id, { as: own.key, params: { name: 'order-changed-none' } })).toMatchObject({ status: 404 });
  }
});

test('lists the fixed webhooks and the followers of this store only', async () => {
  const [mine, theirs] = [await aStore(), await aStore()];
  await setUrl(mine, url);
  await setFollower(mine, { url }, 'order-changed-b');
  await setFollower(mine, { url }, 'order-changed');
  const names = ['confirm-order', 'calculate-shipping-rates', 'order-changed', 'order-changed-b'] as const;
  const webhooks = await Promise.all(names.map((name) => webhookOf(mine, name)));
  expect(await list(mine)).toEqual(webhooks);
  expect(webhooks).toMatchObject([{ url }, { url: null, secret_last_four: null }, { url }, { url }]);
  expect(await list(theirs)).toMatchObject(Array(2).fill({ url: null, secret_last_four: null }));
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
