import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../lib/key/schema.ts';
import { aStore, platform, suspend } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks, within } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { arrivesLate, failsBefore, isThrottled, timesOut } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';
import { until } from '../../support/receiver.ts';

const clocks = fakeClocks();

async function aKey() {
  const { tenant, key: secret } = await aStore();
  const read = async () => (await call('getKeys', { as: platform, params: { id: tenant.id } })).payload.keys[0] as Key;
  const { id } = await read();
  const revoke = () => call('revokeKey', { as: platform, params: { id: tenant.id, key_id: id } });
  return { secret, revoke, read };
}

const use = (secret: string) => call('getOwnTenant', { as: secret });
const statusOf = async (secret: string) => (await use(secret)).status;

describe('rejects a revoked key', () => {
  test.each([
    ['with correct clocks', 31, 31],
    ['if the wall clock stops', 31, 0],
    ['if the wall clock is slow', 31, 3],
    ['if the wall clock is set back an hour', 31, -3600],
    ['if the wall clock is set back ten seconds', 31, -10],
    ['if the process was frozen in between', 0, 31],
    ['if the wall clock jumps a day ahead', 31, 86_400],
  ])('%s', async (_, seconds, wallSeconds) => {
    const { secret, revoke } = await aKey();
    expect(await statusOf(secret)).toBe(200);
    await revoke();
    clocks.advance(seconds, wallSeconds);
    expect(await statusOf(secret)).toBe(401);
  });

  test('even if it is in constant use', async () => {
    const { secret, revoke } = await aKey();
    await use(secret);
    await revoke();
    for (let second = 0; second < 30; second += 5) {
      await use(secret);
      clocks.advance(5);
    }
    expect(await statusOf(secret)).toBe(401);
  });

  test('even if it was revoked during a slow read of the key', async () => {
    const { secret, revoke } = await aKey();
    const slow = afterReply(async () => {
      await revoke();
      clocks.advance(20);
    });
    const { result } = await withFaults([{ command: 'GetItem', fault: slow }], () => use(secret));
    expect(result.status).toBe(200);
    clocks.advance(6);
    expect(await statusOf(secret)).toBe(401);
  });

  test('forever, even if the clock is set back', async () => {
    const { secret, revoke } = await aKey();
    await use(secret);
    await revoke();
    clocks.advance(31);
    expect(await statusOf(secret)).toBe(401);
    clocks.advance(0, -31);
    expect(await statusOf(secret)).toBe(401);
  });
});

test('returns 503 for a cached key if the database is unavailable', async () => {
  const { secret } = await aKey();
  await use(secret);
  clocks.advance(25);
  const { result } = await withFaults([{ command: 'GetItem', lasting: true, fault: failsBefore }], () => use(secret));
  expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
});

test('rejects a cached key from the moment it expires', async () => {
  const { tenant } = await aStore();
  const expires = new Date(Date.now() + 10_000).toISOString();
  const { payload } = await call('issueKey', { as: platform, params: { id: tenant.id }, body: { expires } });
  expect(await statusOf(payload.secret)).toBe(200);
  clocks.advance(9.999);
  expect(await statusOf(payload.secret)).toBe(200);
  clocks.advance(0.001);
  expect(await statusOf(payload.secret)).toBe(401);
});

/** Until the day begins, in UTC. */
const secondsToTomorrow = () => 86_400 - ((Date.now() / 1000) % 86_400);

describe('recording when a key was last used', () => {
  const callsOf = async (secret: string) => (await metered(() => use(secret))).sent.map(({ command }) => command).sort();

  test('happens once a day', async () => {
    const { secret, read } = await aKey();
    const recorded = () => until(async () => (await read()).last_used === new Date().toISOString().slice(0, 10));
    clocks.advance(secondsToTomorrow());
    // Reads the secrets of keys, which are read again after five minutes.
    await read();
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    expect(await callsOf(secret)).toEqual(['GetItem']);
    await recorded();
    clocks.advance(86_399);
    await read();
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem']);
    clocks.advance(26);
    await read();
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    await recorded();
  });

  test.each<[string, Fault]>([
    ['fails', failsBefore],
    ['is throttled', isThrottled],
    ['times out', timesOut],
    ['arrives late', arrivesLate],
    ['hangs', () => new Promise(() => {})],
  ])('delays a request only briefly and never fails it, if the write %s', async (_, fault) => {
    const { secret } = await aKey();
    const writing = Promise.withResolvers<void>();
    const watched: Fault = (attempt) => {
      writing.resolve();
      return fault(attempt);
    };
    const plan = { command: 'UpdateItem', lasting: true, fault: watched };
    const { result } = await withFaults([plan], async () => {
      // Its body is invalid, so that only this write can delay it.
      const response = call('placeOrder', { as: secret, body: {} });
      await writing.promise;
      return within(1000, response);
    });
    expect(result.status).toBe(400);
  });

  test('does not restore a key that is revoked at the same time', async () => {
    const { secret, revoke } = await aKey();
    const race: Fault = async ({ forward }) => {
      await revoke();
      return forward();
    };
    expect((await withFaults([{ command: 'UpdateItem', fault: race }], () => use(secret))).injected).toBe(1);
    clocks.advance(31);
    expect(await statusOf(secret)).toBe(401);
  });
});

test('a rejected request waits while the last use of its key is recorded', async () => {
  const { secret } = await aKey();
  let isWritten = false;
  const slow: Fault = async () => {
    await sleep(20);
    isWritten = true;
    return { output: { $metadata: {} }, response: {} };
  };
  const plan = { command: 'UpdateItem', fault: slow };
  const { result } = await withFaults([plan], () => call('placeOrder', { as: secret, body: {} }));
  expect([result.status, isWritten]).toEqual([400, true]);
});

test('a key is read again after 25 seconds, and not earlier', async () => {
  const { secret } = await aKey();
  const reads = async () => (await metered(() => use(secret))).sent.filter(({ command }) => command !== 'UpdateItem').length;
  expect(await reads()).toBe(2);
  clocks.advance(24);
  expect(await reads()).toBe(1);
  clocks.advance(1);
  expect(await reads()).toBe(2);
});

test('keys stop within 30 seconds of a suspension, and work again within 30 seconds of its end', async () => {
  const store = await aStore();
  const read = async () => (await call('getAvailability', { as: store.key })).status;
  expect(await read()).toBe(200);
  await suspend(store, true);
  expect(await read()).toBe(200);
  // A write that would outlive the key reads it again.
  expect(await call('updateLegal', { as: store.key, body: { vat_id: '1' } })).toMatchObject({ code: 'tenant_suspended' });
  clocks.advance(30);
  expect(await read()).toBe(403);
  expect((await metered(read)).calls).toBe(0);
  await suspend(store, false);
  clocks.advance(30);
  expect(await read()).toBe(200);
});
