import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { client, type StoreError } from '../../../apps/client/client.ts';
import { aStore } from '../../support/actors.ts';
import { aFaultyServer, answering, errorOf, type Fault, noAnswer } from '../../support/faultyServer.ts';
import { until } from '../../support/receiver.ts';

const { key } = await aStore();

async function through(...faults: Fault[]) {
  const { url, seen } = await aFaultyServer(...faults);
  return { store: client({ url, key }), seen };
}

test('gives up after three retries with the last error, or after as many as the call asks for', async () => {
  const { store, seen } = await through(...Array<Fault>(9).fill(answering(503)));
  expect(await errorOf(store.getOwnTenant())).toMatchObject({ code: 'invalid_response', status: 503, uncertain: false });
  expect(seen).toHaveLength(4);
  expect(await errorOf(store.getOwnTenant({}, { retries: 0 }))).toMatchObject({ status: 503 });
  expect(seen).toHaveLength(5);
  await store.getOwnTenant({}, { retries: Number.POSITIVE_INFINITY });
  expect(seen).toHaveLength(10);
});

test('waits as long as Retry-After says, and backs off without it', async () => {
  const { store, seen } = await through(answering(503, { 'Retry-After': '1' }), answering(429), answering(429));
  await store.getOwnTenant();
  const waits = seen.slice(1).map(({ at }, i) => at - (seen[i]?.at as number));
  expect(waits[0]).toBeGreaterThan(1050);
  expect(waits[1]).toBeGreaterThan(190);
  expect(waits[2]).toBeGreaterThan(390);
});

test('accepts a date in Retry-After', async () => {
  const date = new Date(Date.now() + 3000).toUTCString();
  const { store, seen } = await through(answering(503, { 'Retry-After': date }));
  await store.getOwnTenant();
  expect(seen).toHaveLength(2);
  expect(Date.now()).toBeGreaterThan(Date.parse(date));
});

test('sends nothing more while the quota is used up', async () => {
  const { store, seen } = await through(answering(503, { RateLimit: '"tenant";r=0;t=1' }));
  await Promise.all([store.getOwnTenant(), store.getOwnTenant()]);
  await store.getOwnTenant();
  const waits = seen.map(({ at }) => at - (seen[0]?.at as number));
  expect(waits.filter((wait) => wait > 990)).toHaveLength(2);
  expect(waits).toHaveLength(4);
});

test('tells the caller before each wait, with the reason', async () => {
  const { store } = await through(answering(503), answering(429, { RateLimit: '"tenant";r=0;t=60' }));
  const end = new AbortController();
  const waits: [number, boolean][] = [];
  const onWait = ({ status }: StoreError, milliseconds: number) => {
    const isLong = milliseconds > 10_000;
    waits.push([status, isLong]);
    if (isLong) end.abort('too long');
  };
  await expect(store.getOwnTenant({}, { onWait, signal: end.signal })).rejects.toBe('too long');
  expect(waits).toEqual([
    [503, false],
    [429, false],
    [429, true],
  ]);
});

test('without retries, says when the quota frees up and waits for nothing', async () => {
  const { url, seen } = await aFaultyServer(answering(429, { RateLimit: '"tenant";r=0;t=30', 'Retry-After': '30' }));
  const store = client({ url, key, retries: 0 });
  const { retryAt } = (await errorOf(store.getOwnTenant())) as unknown as { retryAt: Date };
  expect(Math.abs(retryAt.getTime() - Date.now() - 30_000)).toBeLessThan(5000);
  await store.getOwnTenant();
  const [first, second] = seen.map(({ at }) => at);
  expect((second as number) - (first as number)).toBeLessThan(20_000);
});

test('leaves a wait of over a minute to the caller', async () => {
  const { store, seen } = await through(answering(503, { 'Retry-After': '3600' }));
  expect(await errorOf(store.getOwnTenant())).toMatchObject({ status: 503, retryAfter: 3600 });
  expect(seen).toHaveLength(1);
});

test.each([
  ['during a wait of a minute', answering(503, { 'Retry-After': '60' })],
  ['during a request', noAnswer],
])('the caller can abort %s', async (_, fault) => {
  const { store, seen } = await through(fault);
  const end = new AbortController();
  const ended = expect(store.getOwnTenant({}, { signal: end.signal })).rejects.toBe('the shopper went away');
  await until(() => seen.length > 0);
  await sleep(200);
  end.abort('the shopper went away');
  await ended;
  expect(seen).toHaveLength(1);
});
