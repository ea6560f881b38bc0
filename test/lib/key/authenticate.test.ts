import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../lib/key/schema.ts';
import { aStore, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { heldClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { arrivesLate, failsBefore, isThrottled, timesOut } from '../../support/faultKinds.ts';
import { type Fault, meanwhile, withFaults } from '../../support/injectFault.ts';

const clocks = heldClocks();

async function aKey() {
  const { tenant, key: secret } = await aStore();
  const first = async () => (await call('getKeys', { as: platform, params: { id: tenant.id } })).payload.keys[0] as Key;
  const { id } = await first();
  const revoke = () => call('revokeKey', { as: platform, params: { id: tenant.id, key_id: id } });
  return { secret, revoke, seen: first };
}

const use = (secret: string) => call('getOwnTenant', { as: secret });
const statusOf = async (secret: string) => (await use(secret)).status;

describe('a key that was revoked 31 s ago is refused', () => {
  test.each([
    ['by right clocks', 31, 31],
    ['where the wall clock stands still', 31, 0],
    ['where the wall clock lags', 31, 3],
    ['where the wall clock was set back an hour', 31, -3600],
    ['where the wall clock was set back a little at the wrong moment', 31, -10],
    ['where the process was frozen meanwhile', 0, 31],
    ['where the wall clock jumped a day ahead', 31, 86_400],
  ])('%s', async (_, seconds, wallSeconds) => {
    const { secret, revoke } = await aKey();
    expect(await statusOf(secret)).toBe(200);
    await revoke();
    clocks.pass(seconds, wallSeconds);
    expect(await statusOf(secret)).toBe(401);
  });

  test('where it was in use all the time', async () => {
    const { secret, revoke } = await aKey();
    await use(secret);
    await revoke();
    for (let second = 0; second < 30; second += 5) {
      await use(secret);
      clocks.pass(5);
    }
    expect(await statusOf(secret)).toBe(401);
  });

  test('where its revocation came while the key was being read, slowly', async () => {
    const { secret, revoke } = await aKey();
    const slow = meanwhile(async () => {
      await revoke();
      clocks.pass(20);
    });
    const { result } = await withFaults([{ command: 'GetItem', fault: slow }], () => use(secret));
    expect(result.status).toBe(200);
    clocks.pass(6);
    expect(await statusOf(secret)).toBe(401);
  });

  test('and for ever, whatever the clock says then', async () => {
    const { secret, revoke } = await aKey();
    await use(secret);
    await revoke();
    clocks.pass(31);
    expect(await statusOf(secret)).toBe(401);
    clocks.pass(0, -31);
    expect(await statusOf(secret)).toBe(401);
  });
});

test('a database that cannot be asked is no yes: 503 for a key that was fine 25 s ago', async () => {
  const { secret } = await aKey();
  await use(secret);
  clocks.pass(25);
  const { result } = await withFaults([{ command: 'GetItem', lasting: true, fault: failsBefore }], () => use(secret));
  expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
});

test('a key that expires is refused from that moment on, also when it is in the cache', async () => {
  const { tenant } = await aStore();
  const expires = new Date(Date.now() + 10_000).toISOString();
  const { payload } = await call('issueKey', { as: platform, params: { id: tenant.id }, body: { expires } });
  expect(await statusOf(payload.secret)).toBe(200);
  clocks.pass(9.999);
  expect(await statusOf(payload.secret)).toBe(200);
  clocks.pass(0.001);
  expect(await statusOf(payload.secret)).toBe(401);
});

describe('the day a key was last used', () => {
  const callsOf = async (secret: string) => (await metered(() => use(secret))).sent.map(({ command }) => command).sort();

  test('is written once a day', async () => {
    const { secret, seen } = await aKey();
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    expect(await callsOf(secret)).toEqual(['GetItem']);
    clocks.pass(26);
    const sameDay = (await seen()).last_used === new Date().toISOString().slice(0, 10);
    if (sameDay) expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem']);
    clocks.pass(86_400);
    expect(await callsOf(secret)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem']);
    expect((await seen()).last_used).toBe(new Date().toISOString().slice(0, 10));
  });

  test.each<[string, Fault]>([
    ['fails', failsBefore],
    ['is throttled', isThrottled],
    ['times out', timesOut],
    ['arrives late', arrivesLate],
    ['hangs', () => new Promise(() => {})],
  ])('delays nobody by more than 200 ms, and fails nothing, where its writing %s', async (_, fault) => {
    const { secret } = await aKey();
    const start = process.hrtime.bigint();
    const { result, injected } = await withFaults([{ command: 'UpdateItem', lasting: true, fault }], () => use(secret));
    const took = Number(process.hrtime.bigint() - start) / 1e6;
    expect({ status: result.status, injected: injected > 0 }).toEqual({ status: 200, injected: true });
    expect(took).toBeLessThan(350);
  });

  test('brings no key back that was revoked while it was written', async () => {
    const { secret, revoke } = await aKey();
    const race: Fault = async ({ forward }) => {
      await revoke();
      return forward();
    };
    expect((await withFaults([{ command: 'UpdateItem', fault: race }], () => use(secret))).injected).toBe(1);
    clocks.pass(31);
    expect(await statusOf(secret)).toBe(401);
  });
});
