import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { webhookOf } from '../support/webhooks.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const change = (body: unknown) => call('changeWebhook', { as: store.key, params: { name: 'confirm-order' }, body });

describe('a URL', () => {
  const long = 'https://shop.example.com/';

  test.each<[string, unknown]>([
    ['a number', 7],
    ['a list', ['https://shop.example.com/']],
    ['true', true],
    ['not a URL', 'shop.example.com/hooks'],
    ['blank', ' '],
    ['a path', '/hooks'],
    ['a leading space', ' https://shop.example.com/'],
    ['a newline inside', 'https://shop.exa\nmple.com/'],
    ['another scheme', 'ftp://shop.example.com/'],
    ['a user', 'https://ada@shop.example.com/'],
    ['a user and a password', 'https://ada:secret@shop.example.com/'],
    ['a single label', 'https://intranet/'],
    ['a private address', 'https://10.0.0.1/'],
    ['the metadata address', 'https://169.254.169.254/latest/meta-data/'],
    ['too long', long.padEnd(2049, 'x')],
  ])('is rejected and changes nothing: %s', async (_, url) => {
    const answer = await change({ url });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request', body: { errors: [{ field: 'url' }] } });
    expect(await webhookOf(store)).toMatchObject({ url: null, updated: null, secret_last_four: null });
  });

  test('may have 2,048 characters', async () => {
    const fresh = await aStore();
    const url = long.padEnd(2048, 'x');
    const { status, payload } = await call('changeWebhook', {
      as: fresh.key,
      params: { name: 'confirm-order' },
      body: { url },
    });
    expect({ status, url: payload.webhook.url }).toEqual({ status: 200, url });
  });
});

test.each<[unknown, string[]]>([
  [undefined, ['url']],
  [{}, ['url']],
  [{ Url: 'https://shop.example.com/' }, ['Url', 'url']],
  [{ url: null, secret: 'whsec_x' }, ['secret']],
  [{ url: 'nonsense', paused: false }, ['paused', 'url']],
])('rejects the body %j', async (body, fields) => {
  const answer = await change(body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
});

test.each(['getWebhook', 'changeWebhook', 'replaceWebhookSecret', 'testWebhook', 'getDeliveries', 'redeliver'])(
  '%s rejects a platform key',
  async (id) => {
    const params = { name: 'confirm-order', id: `evt_${'0'.repeat(26)}` };
    expect(await call(id, { as: platform, params })).toMatchObject({ status: 401, code: 'unauthorized' });
  },
);
