import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../lib/key/schema.ts';
import { aStore, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf, metered } from '../../support/database.ts';
import { arrivesLate, failsBefore, isThrottled, timesOut } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';

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

describe('rejects a key that was revoked 31 s ago', () => {
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

describe('recording when a key was last used', () => {
  const callsOf = async (secret: string) => (await metered(() => use(secret))).sent.map(({ command }) => command).sort();

  test('happens once a day', async () => {
    const { secret, read } = await aKey();
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    expect(await callsOf(secret)).toEqual(['GetItem']);
    clocks.advance(26);
    const sameDay = (await read()).last_used === new Date().toISOString().slice(0, 10);
    if (sameDay) expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem']);
    clocks.advance(86_400);
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    expect((await read()).last_used).toBe(new Date().toISOString().slice(0, 10));
  });

  test.each<[string, Fault]>([
    ['fails', failsBefore],
    ['is throttled', isThrottled],
    ['times out', timesOut],
    ['arrives late', arrivesLate],
    ['hangs', () => new Promise(() => {})],
  ])('delays the request by at most 200 ms and never fails it, if the write %s', async (_, fault) => {
    const { secret } = await aKey();
    const start = process.hrtime.bigint();
    const { result, injected } = await withFaults([{ command: 'UpdateItem', lasting: true, fault }], () => use(secret));
    const took = Number(process.hrtime.bigint() - start) / 1e6;
    expect({ status: result.status, injected: injected > 0 }).toEqual({ status: 200, injected: true });
    expect(took).toBeLessThan(350);
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

test('a rejected request records when its key was last used before it responds', async () => {
  const store = await aStore();
  const slow: Fault = async ({ forward }) => {
    await sleep(20);
    return forward();
  };
  const plan = { command: 'UpdateItem', fault: slow };
  const { result, injected } = await withFaults([plan], () => call('placeOrder', { as: store.key, body: {} }));
  expect([result.status, injected]).toEqual([400, 1]);
  expect(await itemsOf(store, 'KEY#')).toMatchObject([{ last_used: new Date().toISOString().slice(0, 10) }]);
});

test('a key is read again after 25 seconds, and not earlier', async () => {
  const { secret } = await aKey();
  await use(secret);
  clocks.advance(24);
  expect((await metered(() => use(secret))).calls).toBe(1);
  clocks.advance(1);
  expect((await metered(() => use(secret))).calls).toBe(2);
});
