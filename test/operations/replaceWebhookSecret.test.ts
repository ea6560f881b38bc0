import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { newSecret, setUrl, webhookOf } from '../support/webhooks.ts';

const url = 'https://shop.example.com/hooks/orders?x=1';

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
