import { beforeEach, describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import {
  healthOf,
  isBackingOff,
  probe,
  recordFailure,
  recordSlowResponse,
  recordSuccess,
} from '../../../lib/webhook/breaker.ts';
import type { FixedName } from '../../../lib/webhook/inputs.ts';
import type { WebhookItem } from '../../../lib/webhook/webhookItem.ts';
import { getWebhookItem } from '../../../lib/webhook/webhookSettings.ts';
import { aStore } from '../../support/actors.ts';
import { setUrl } from '../../support/webhooks.ts';

const orders = 'confirm-order';
const rates = 'calculate-shipping-rates';
const now = new Date('2026-11-22T08:00:00.000Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const at = (seconds: number) => after(seconds).toISOString();

let tenant: TenantId;

beforeEach(async () => {
  const store = await aStore();
  tenant = store.tenant.id as TenantId;
  for (const name of [orders, rates] as const) await setUrl(store, 'https://shop.example.com/hooks', name);
});

const read = (name: FixedName) => getWebhookItem(tenant, name);
const fail = async (name: FixedName, seconds = 0, seen?: WebhookItem) =>
  recordFailure(tenant, name, seen ?? (await read(name)), after(seconds));

async function failTimes(name: FixedName, count: number) {
  const results = [];
  for (let i = 0; i < count; i++) results.push(await fail(name));
  return results;
}

describe.each([
  [orders, { back_offs: 1, due: at(30), found_none: false }],
  [rates, { back_offs: 0 }],
] as const)('%s', (name, more) => {
  test('backs off for 30 s at the fifth failure', async () => {
    expect(await failTimes(name, 5)).toEqual([undefined, undefined, undefined, undefined, 30_000]);
    const counted = { failures: [], failures_in_a_row: 5, slow_in_a_row: 0, last_failure: at(0), back_off_until: at(30) };
    expect(await read(name)).toMatchObject({ ...counted, ...more });
  });

  test('counts only failures since the last success', async () => {
    await failTimes(name, 4);
    await recordSuccess(tenant, name, now);
    expect(await failTimes(name, 4)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('counts only failures of the last minute', async () => {
    await failTimes(name, 4);
    expect(await fail(name, 60)).toBeUndefined();
    expect((await read(name)).failures).toHaveLength(5);
  });

  test('a failed call that began before the back-off only updates the counters', async () => {
    const seen = await read(name);
    await failTimes(name, 5);
    expect(await fail(name, 10, seen)).toBeUndefined();
    expect(await read(name)).toMatchObject({
      failures: [],
      failures_in_a_row: 6,
      last_failure: at(10),
      back_off_until: at(30),
    });
  });

  test('a success ends the back-off, and is then an ordinary success', async () => {
    await failTimes(name, 5);
    expect(await recordSuccess(tenant, name, after(31))).toBe(true);
    const healthy = { failures: [], failures_in_a_row: 0, slow_in_a_row: 0, back_offs: 0, back_off_until: '' };
    expect(await read(name)).toMatchObject({ ...healthy, last_success: at(31), ...(name === orders && { due: at(31) }) });
    expect(await recordSuccess(tenant, name, after(32), { slot_1: '' })).toBe(false);
    expect(await read(name)).toMatchObject({ ...healthy, last_success: at(32), slot_1: '' });
  });

  test('after a back-off, one call may probe for 15 s', async () => {
    const healthy = await read(name);
    expect(await probe(tenant, name, healthy, now)).toBe(healthy);
    await failTimes(name, 5);
    const seen = await read(name);
    expect(await probe(tenant, name, seen, after(30))).toEqual({ ...seen, back_off_until: at(45) });
    expect(await probe(tenant, name, seen, after(30))).toBeUndefined();
    expect(await read(name)).toMatchObject({
      back_off_until: at(45),
      ...(name === orders && { due: at(45), found_none: false }),
    });
  });
});

test('back-offs double after each failed probe, up to 15 minutes, but not those of rates', async () => {
  const results = { [orders]: [] as unknown[], [rates]: [] as unknown[] };
  for (const name of [orders, rates] as const) {
    await failTimes(name, 5);
    for (let i = 0; i < 6; i++) {
      const probing = await probe(tenant, name, await read(name), after(1000 * i));
      results[name].push(await fail(name, 1000 * i, probing));
    }
  }
  expect(results[orders]).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
  expect(results[rates]).toEqual(Array(6).fill(undefined));
});

test('drops old failures once there are more than twenty', async () => {
  const lengths = [];
  for (let i = 0; i < 22; i++) {
    await fail(rates, 61 * i);
    lengths.push((await read(rates)).failures?.length);
  }
  expect(lengths.slice(-3)).toEqual([20, 21, 1]);
});

test('the fifth slow response in a row starts a back-off of 30 s', async () => {
  const slowTimes = async (count: number) => {
    for (let i = 0; i < count; i++) await recordSlowResponse(tenant, rates, await read(rates), now);
  };
  await slowTimes(4);
  await recordSuccess(tenant, rates, now);
  await slowTimes(4);
  expect(isBackingOff(await read(rates), now)).toBe(false);
  await slowTimes(1);
  expect(await read(rates)).toMatchObject({ back_off_until: at(30) });
});

test.each<[Partial<WebhookItem>, object]>([
  [{}, { state: 'unused', until: null, last_success: null, last_failure: null, failures_in_a_row: 0 }],
  [{ last_success: at(-9) }, { state: 'ok', last_success: at(-9) }],
  [
    { last_failure: at(-9), failures_in_a_row: 0 },
    { state: 'ok', last_failure: at(-9) },
  ],
  [
    { last_success: at(-9), failures_in_a_row: 1 },
    { state: 'failing', failures_in_a_row: 1 },
  ],
  [
    { failures_in_a_row: 5, back_off_until: at(0.001) },
    { state: 'resting', until: at(0.001), failures_in_a_row: 5 },
  ],
  [
    { failures_in_a_row: 5, back_off_until: at(0) },
    { state: 'failing', until: null },
  ],
  [
    { paused: true, back_off_until: at(9), failures_in_a_row: 1 },
    { state: 'paused', until: null },
  ],
])('the health of %j is %j', (item, health) => {
  expect(healthOf({ url: null, updated: null, secrets: [], revision: 1, ...item }, now)).toMatchObject(health);
});
