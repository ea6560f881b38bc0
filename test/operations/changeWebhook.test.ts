import { describe, expect, test } from '@jest/globals';
import { webhookNames } from '../../lib/webhook/inputs.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { newSecret, setUrl, webhookOf } from '../support/webhooks.ts';

const url = 'https://shop.example.com/hooks/orders?x=1';
const unused = { state: 'unused', until: null, last_success: null, last_failure: null, failures_in_a_row: 0 };

describe.each(webhookNames)('%s', (name) => {
  const none = { name, url: null, updated: null, secret_last_four: null, health: unused };

  test('stores its first URL, creates a secret, and does not change if the URL stays the same', async () => {
    const fresh = await aStore();
    const before = new Date().toISOString();
    const { status, payload } = await setUrl(fresh, url, name);
    expect(status).toBe(200);
    const { updated, secret_last_four } = payload.webhook;
    expect(payload.webhook).toEqual({ ...none, url, updated, secret_last_four });
    expect(secret_last_four).toMatch(/^[\w+/]{3}=$/);
    expect(updated >= before && updated <= new Date().toISOString()).toBe(true);
    expect((await setUrl(fresh, url, name)).payload).toEqual(payload);
    expect(await webhookOf(fresh, name)).toEqual(payload.webhook);
  });

  test.each([null, ''])('is removed by %j but keeps its secret', async (nothing) => {
    const fresh = await aStore();
    const { webhook } = (await setUrl(fresh, url, name)).payload;
    const removed = (await setUrl(fresh, nothing, name)).payload.webhook;
    expect(removed).toEqual({ ...webhook, url: null, updated: removed.updated });
    expect(removed.updated >= webhook.updated).toBe(true);
    expect(await webhookOf(fresh, name)).toEqual(removed);
    expect((await setUrl(fresh, url, name)).payload.webhook).toMatchObject({ url, secret_last_four: webhook.secret_last_four });
  });

  test.each([null, ''])('can be read, and removed by %j, before it is set', async (nothing) => {
    const fresh = await aStore();
    expect(await webhookOf(fresh, name)).toEqual(none);
    expect((await setUrl(fresh, nothing, name)).payload.webhook).toEqual(none);
    expect(await webhookOf(fresh, name)).toEqual(none);
  });
});

test('concurrent changes leave one of the URLs and create one secret', async () => {
  const fresh = await aStore();
  const urls = Array.from({ length: 8 }, (_, i) => `https://shop.example.com/${i}`);
  const answers = await Promise.all(urls.map((each) => setUrl(fresh, each)));
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
  expect(new Set(answers.map(({ payload }) => payload.webhook.secret_last_four)).size).toBe(1);
  expect(answers.map(({ payload }) => payload.webhook.url)).toEqual(urls);
  expect(urls).toContain((await webhookOf(fresh)).url);
});

describe('a secret', () => {
  test('has 32 random bytes and is shown only once', async () => {
    const fresh = await aStore();
    const { status, payload } = await call('replaceWebhookSecret', { as: fresh.key, params: { name: 'confirm-order' } });
    expect(status).toBe(201);
    expect(payload.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await newSecret(fresh)).not.toBe(payload.secret);
    const { text } = await call('getWebhook', { as: fresh.key, params: { name: 'confirm-order' } });
    expect(text).not.toContain('whsec_');
  });

  test('that is older than the URL stays when the URL is set', async () => {
    const fresh = await aStore();
    const secret = await newSecret(fresh);
    expect(await webhookOf(fresh)).toMatchObject({ url: null, updated: null, secret_last_four: secret.slice(-4) });
    expect((await setUrl(fresh, url)).payload.webhook).toMatchObject({ url, secret_last_four: secret.slice(-4) });
  });

  test('can be replaced without changing the URL or its time', async () => {
    const fresh = await aStore();
    const { webhook } = (await setUrl(fresh, url)).payload;
    const secret = await newSecret(fresh);
    expect(await webhookOf(fresh)).toEqual({ ...webhook, secret_last_four: secret.slice(-4) });
  });
});
