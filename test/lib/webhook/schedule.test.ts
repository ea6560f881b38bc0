import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { maxTries, maxWaitMs, nextDue } from '../../../lib/webhook/schedule.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { aDelivery, onlyDelivery, redeliver, runDelivery, type WebhookStore } from '../../support/webhooks.ts';

const clocks = fakeClocks();

afterEach(() => {
  jest.restoreAllMocks();
});

const [minute, hour] = [60, 3600];
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour, 12 * hour];
const fixRandom = (random: number) => jest.spyOn(Math, 'random').mockReturnValue(random);
const secondsTo = ({ due }: Delivery) => (Date.parse(due as string) - Date.now()) / 1000;

/** Waits until the delivery is due, checks that nothing happens a millisecond earlier, and attempts it. */
async function attemptWhenDue(store: WebhookStore) {
  const delivery = await onlyDelivery(store);
  const calls = store.receiver.received.length;
  if (secondsTo(delivery) > 0) {
    clocks.advance(secondsTo(delivery) - 0.001);
    await runDelivery(store, delivery);
    expect(store.receiver.received).toHaveLength(calls);
    clocks.advance(0.001);
  }
  await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(calls + 1);
  return onlyDelivery(store);
}

async function wholeSchedule(store: WebhookStore) {
  for (const [i, wait] of waits.entries()) {
    const delivery = await attemptWhenDue(store);
    expect({ attempt: i + 1, state: delivery.state, wait: secondsTo(delivery) }).toEqual({
      attempt: i + 1,
      state: 'pending',
      wait,
    });
  }
  return attemptWhenDue(store);
}

test('a delivery fails after ten attempts over 53 hours, all with the same id', async () => {
  fixRandom(0);
  const { store } = await aDelivery(500);
  const last = await wholeSchedule(store);
  expect(last).toMatchObject({ state: 'failed', due: null });
  expect(last.attempts).toHaveLength(10);
  expect([...store.receiver.events()]).toEqual([last.id]);
  clocks.advance(100 * hour);
  await runDelivery(store, last);
  expect(store.receiver.received).toHaveLength(10);
  const times = last.attempts.map(({ time }) => Date.parse(time));
  expect(times.slice(1).map((time, i) => (time - (times[i] as number)) / 1000)).toEqual(waits);
});

test('a delivery also fails with a 410 on the tenth attempt', async () => {
  fixRandom(0);
  const { store } = await aDelivery(500);
  for (const _ of waits) await attemptWhenDue(store);
  store.receiver.answers(410);
  const last = await attemptWhenDue(store);
  expect(last).toMatchObject({ state: 'failed', due: null });
  expect(last.attempts).toHaveLength(10);
});

test('a redelivery of a failed event restarts the schedule, and keeps the latest 20 attempts', async () => {
  fixRandom(0);
  const { store } = await aDelivery(500);
  const { id } = await wholeSchedule(store);
  clocks.advance(hour);
  await redeliver(store, id);
  const again = await wholeSchedule(store);
  expect(again).toMatchObject({ id, state: 'failed' });
  expect(again.attempts).toHaveLength(20);
  store.receiver.answers(200);
  await redeliver(store, id);
  const delivered = await attemptWhenDue(store);
  expect(delivered.state).toBe('delivered');
  expect(delivered.attempts).toMatchObject([...again.attempts.slice(1), { status: 200 }]);
});

describe('jitter', () => {
  test.each([0, 0.25, 0.5, 0.999_999])('with a random value of %d shortens every wait by at most a fifth', (random) => {
    fixRandom(random);
    const now = new Date();
    const seconds = waits.map((_, i) => ((nextDue(i + 1, undefined, now) as Date).getTime() - now.getTime()) / 1000);
    seconds.forEach((taken, i) => {
      const wait = waits[i] as number;
      expect(taken).toBeLessThanOrEqual(wait);
      expect(taken).toBeGreaterThanOrEqual(wait * 0.8 - 0.001);
    });
    for (const retryAfter of [undefined, '60']) expect(nextDue(10, retryAfter, now)).toBeUndefined();
  });

  test('is random for each attempt', () => {
    const now = new Date();
    const times = new Set(Array.from({ length: 50 }, () => nextDue(3, undefined, now)?.getTime()));
    expect(times.size).toBeGreaterThan(40);
  });
});

describe('Retry-After', () => {
  const date = (seconds: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + seconds * 1000).toUTCString();

  test.each<[string, () => string, number]>([
    ['in seconds', () => '120', 120],
    ['as a date', () => date(600), 600],
    ['of 12 hours', () => `${12 * hour}`, 12 * hour],
    ['over 12 hours', () => `${100 * hour}`, 12 * hour],
    ['over 12 hours as a date', () => date(100 * hour), 12 * hour],
    ['of a number that is too large', () => '9'.repeat(400), 12 * hour],
    ['shorter than the schedule', () => '2', 5],
    ['of 0', () => '0', 5],
    ['below 0', () => '-100', 5],
    ['as a date in the past', () => date(-600), 5],
    ['that is empty', () => '', 5],
    ['that is not a time', () => 'soon', 5],
    ['that is a year', () => 'in the year 9999', 5],
    ['that only ends like a date', () => 'soon GMT', 5],
    ['with a zone in its date', () => date(600).replace('GMT', 'GMT+0100'), 5],
    ['of hexadecimal seconds', () => '0xffff', 5],
    ['of seconds with an exponent', () => '6e3', 5],
  ])('%s is used if it is longer than the schedule', (_, retryAfter, expected) => {
    fixRandom(0);
    const wait = ((nextDue(1, retryAfter(), new Date()) as Date).getTime() - Date.now()) / 1000;
    expect(wait).toBeGreaterThanOrEqual(expected);
    expect(wait).toBeLessThanOrEqual(expected + 1);
  });

  test.each([429, 500, 503])('is respected with a %d', async (status) => {
    const { store } = await aDelivery({ status, headers: { 'Retry-After': '7200' } }, 200);
    const delivery = await attemptWhenDue(store);
    expect(secondsTo(delivery)).toBe(7200);
    expect(await attemptWhenDue(store)).toMatchObject({ state: 'delivered', attempts: [{ status }, { status: 200 }] });
  });
});

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const inWords = (seconds: number) => {
  if (seconds < minute) return `${seconds} seconds`;
  return seconds < hour ? `${seconds / minute} minutes` : `${seconds / hour} hours`;
};

test('the page states the retry schedule', () => {
  const list = new Intl.ListFormat('en-GB').format(waits.map(inWords));
  expect(page).toContain(`up to ${maxTries} attempts: at once, then after ${list}. Each wait`);
});

test('the page states how long an event waits for a URL', () => {
  expect(page).toContain(`events wait for up to ${maxWaitMs / 3_600_000} hours, then they fail`);
});
