import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { callReceiver } from '../../../lib/webhook/callReceiver.ts';
import { aStore } from '../../support/actors.ts';
import { blockConnections } from '../../support/blockConnections.ts';
import { hostile4, hostile6, names as internalNames, public4, public6, spellings, texts } from '../../support/hostile.ts';
import { type Answer, aNameServer } from '../../support/nameServer.ts';
import { setUrl, webhookOf } from '../../support/webhooks.ts';

// As deployed, where local addresses are forbidden.
process.env.WEBHOOK_ALLOW_LOCAL = '';

const { seen, stop } = blockConnections();

const store = await aStore();
let answers: Answer[] = [];
const asked: string[] = [];
const names = await aNameServer((name, family) => {
  if (name.startsWith('slow.')) return 'silent';
  if (family === 4) asked.push(name);
  // Both families of a lookup get the same answer.
  return answers[Math.min(asked.length, answers.length) - 1] ?? [];
});
beforeEach(() => {
  resolvesTo(['198.20.0.7']);
  seen.length = 0;
});
afterAll(() => {
  stop();
  names.stop();
});

/** A name that no earlier test has used, whose lookups may still be repeated. */
let host = '';
let hostCount = 0;

/** Each lookup of a new host returns the next of these, and then the last one forever. */
function resolvesTo(...next: Answer[]) {
  hostCount += 1;
  host = `shop-${hostCount}.example.com`;
  answers = next;
  asked.length = 0;
}

const ask = (url: string) => callReceiver({ url, headers: {}, body: '{}', timeout: 2000 });
const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
const urls = (hosts: Iterable<string>) => [...hosts].map((host) => `https://${host}/hooks`);

const addresses = [...hostile4.split(' '), ...hostile6.split(' ')];
const hosts = [...addresses.map(bracketed), ...spellings, ...internalNames];
const forbiddenUrls = [
  ...urls(hosts),
  ...urls(hosts)
    .map((url) => url.replace('https', 'http'))
    .slice(0, 5),
  ...texts,
];

describe('rejects a URL without a lookup or a call', () => {
  test.each(forbiddenUrls)('%j', async (url) => {
    const answer = await setUrl(store, url);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request', body: { errors: [{ field: 'url' }] } });
    expect(asked).toEqual([]);
    expect(seen).toEqual([]);
  });

  test('and stores none of them', async () => {
    expect(await webhookOf(store)).toMatchObject({ url: null, updated: null });
  });
});

test.each(urls(hosts))('does not call a forbidden host, even if its URL was stored: %j', async (url) => {
  resolvesTo(['127.0.0.1', '169.254.169.254', '::1']);
  expect(await ask(url)).toMatchObject({ status: null });
  expect(seen).toEqual([]);
});

describe('does not connect to a name that resolves to', () => {
  test.each(addresses.flatMap((address) => [[[address]], [[address, address]]]))('%j', async (answer) => {
    resolvesTo(answer);
    expect(await ask(`https://${host}/hooks`)).toMatchObject({ status: null, problem: 'address_not_public' });
    expect(asked).toEqual([host]);
    expect(seen).toEqual([]);
  });

  test.each<[string, Answer, string]>([
    ['several private addresses', ['10.0.0.1', 'fd00::1', '127.0.0.1'], 'address_not_public'],
    ['no address', [], 'name_not_found'],
    ['nothing', 'unknown', 'name_not_found'],
    ['a temporary failure', 'failing', 'name_not_found'],
  ])('%s', async (_, answer, problem) => {
    resolvesTo(answer);
    expect(await ask(`https://${host}/hooks`)).toMatchObject({ status: null, problem });
    expect(seen).toEqual([]);
  });

  test('private addresses, and tries only the public ones', async () => {
    resolvesTo(['127.0.0.1', '198.20.0.7', '::1', '2606:4700::7', '10.0.0.1']);
    expect(await ask(`https://${host}/hooks`)).toMatchObject({ problem: 'connection_failed' });
    expect(seen.toSorted()).toEqual(['198.20.0.7', '2606:4700::7']);
  });

  test('a private address the second time, and looks up the name only once per call', async () => {
    resolvesTo(['198.20.0.7'], ['127.0.0.1']);
    await ask(`https://${host}/hooks`);
    expect(asked).toEqual([host]);
    expect(seen).toEqual(['198.20.0.7']);
    expect(await ask(`https://${host}/hooks`)).toMatchObject({ problem: 'address_not_public' });
    expect(seen).toEqual(['198.20.0.7']);
  });
});

describe('calls a public address', () => {
  test.each([...public4.split(' '), ...public6.split(' ')])('%s, by name and by number', async (address) => {
    resolvesTo([address]);
    expect(await ask(`https://${host}/hooks`)).toMatchObject({ status: null, problem: 'connection_failed' });
    expect(await ask(`https://${bracketed(address)}/hooks`)).toMatchObject({ status: null, problem: 'connection_failed' });
    expect(seen).toEqual([address, address]);
    expect((await setUrl(store, `https://${bracketed(address)}/hooks`)).status).toBe(200);
  });

  test.each([
    'https://bücher.example/',
    'HTTPS://SHOP.EXAMPLE.COM',
    'https://shop.example.com:8443/a?b=c#d',
    'https://xn--bcher-kva.example/',
  ])('of %s', async (url) => {
    expect(await setUrl(store, url)).toMatchObject({ status: 200, payload: { webhook: { url } } });
    await ask(url);
    expect(seen).toEqual(['198.20.0.7']);
  });
});

test('names that are never resolved delay no other call', async () => {
  let given = 0;
  const slow = Array.from({ length: 50 }, (_, i) => ask(`https://slow.${i}.example.com/hooks`).finally(() => (given += 1)));
  expect(await ask(`https://${host}/hooks`)).toMatchObject({ problem: 'connection_failed' });
  expect(given).toBe(0);
  for (const result of await Promise.all(slow)) expect(result.status).toBeNull();
});
