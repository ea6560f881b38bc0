import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
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
});
