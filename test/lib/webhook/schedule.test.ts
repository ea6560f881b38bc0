import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { nextDue } from '../../../lib/webhook/schedule.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { heldClocks } from '../../support/clocks.ts';
import { aHookedStore, type HookedStore, placed, redeliver, theDelivery, webhookOf, work } from '../../support/webhooks.ts';

const clocks = heldClocks();

afterEach(() => {
  jest.restoreAllMocks();
});

const [minute, hour] = [60, 3600];
const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour, 12 * hour];
const drawing = (random: number) => jest.spyOn(Math, 'random').mockReturnValue(random);
const secondsTo = ({ due }: Delivery) => (Date.parse(due as string) - Date.now()) / 1000;

/** Lets time pass until an event is due; a moment before, nothing happens. */
async function attemptWhenDue(store: HookedStore) {
  const delivery = await theDelivery(store);
  const calls = store.receiver.received.length;
  if (secondsTo(delivery) > 0) {
    clocks.pass(secondsTo(delivery) - 0.001);
    await work(store, delivery);
    expect(store.receiver.received).toHaveLength(calls);
    clocks.pass(0.001);
  }
  await work(store, delivery);
  expect(store.receiver.received).toHaveLength(calls + 1);
  return theDelivery(store);
}

async function wholeSchedule(store: HookedStore) {
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

test('an event is tried ten times over 53 hours under one id, and has failed after the last', async () => {
  drawing(0);
  const store = await aHookedStore(500);
  await placed(store);
  const last = await wholeSchedule(store);
  expect(last).toMatchObject({ state: 'failed', due: null });
  expect(last.attempts).toHaveLength(10);
  expect([...store.receiver.events()]).toEqual([last.id]);
  clocks.pass(100 * hour);
  await work(store, last);
  expect(store.receiver.received).toHaveLength(10);
  const times = last.attempts.map(({ time }) => Date.parse(time));
  expect(times.slice(1).map((time, i) => (time - (times[i] as number)) / 1000)).toEqual(waits);
});

test('a redelivery of a failed event starts the schedule anew', async () => {
  drawing(0);
  const store = await aHookedStore(500);
  await placed(store);
  const { id } = await wholeSchedule(store);
  clocks.pass(hour);
  await redeliver(store, id);
  const again = await wholeSchedule(store);
  expect(again).toMatchObject({ id, state: 'failed' });
  expect(again.attempts).toHaveLength(20);
  store.receiver.answers(200);
  await redeliver(store, id);
  const delivered = await attemptWhenDue(store);
  expect(delivered.state).toBe('delivered');
  expect(delivered.attempts).toHaveLength(20);
  expect(delivered.attempts.at(-1)).toMatchObject({ status: 200 });
});

test('an event that arrives at the last attempt has arrived', async () => {
  drawing(0);
  const store = await aHookedStore(...Array<number>(9).fill(500), 200);
  await placed(store);
  expect(await wholeSchedule(store)).toMatchObject({ state: 'delivered', due: null });
  expect((await webhookOf(store)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
});

describe('jitter', () => {
  test.each([0, 0.25, 0.5, 0.999_999])('of %d shortens every wait, by a fifth at most, and lengthens none', (random) => {
    drawing(random);
    const now = new Date();
    const seconds = waits.map((_, i) => ((nextDue(i + 1, undefined, now) as Date).getTime() - now.getTime()) / 1000);
    seconds.forEach((taken, i) => {
      const wait = waits[i] as number;
      expect(taken).toBeLessThanOrEqual(wait);
      expect(taken).toBeGreaterThanOrEqual(wait * 0.8 - 0.001);
    });
    expect(nextDue(10, undefined, now)).toBeUndefined();
  });

  test('is drawn each time', () => {
    const now = new Date();
    const drawn = new Set(Array.from({ length: 50 }, () => nextDue(3, undefined, now)?.getTime()));
    expect(drawn.size).toBeGreaterThan(40);
  });
});

describe('Retry-After', () => {
  const date = (seconds: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + seconds * 1000).toUTCString();

  test.each<[string, () => string, number]>([
    ['in seconds', () => '120', 120],
    ['as a date', () => date(600), 600],
    ['of 12 hours', () => `${12 * hour}`, 12 * hour],
    ['past 12 hours', () => `${100 * hour}`, 12 * hour],
    ['past 12 hours as a date', () => date(100 * hour), 12 * hour],
    ['of no number that is any', () => '9'.repeat(400), 12 * hour],
    ['shorter than the schedule', () => '2', 5],
    ['of 0', () => '0', 5],
    ['below 0', () => '-100', 5],
    ['as a date that is past', () => date(-600), 5],
    ['that is empty', () => '', 5],
    ['that is no time', () => 'soon', 5],
    ['that is a year', () => 'in the year 9999', 5],
    ['of hexadecimal seconds', () => '0xffff', 5],
  ])('%s is kept where it lengthens the wait', (_, retryAfter, expected) => {
    drawing(0);
    const wait = ((nextDue(1, retryAfter(), new Date()) as Date).getTime() - Date.now()) / 1000;
    expect(wait).toBeGreaterThanOrEqual(expected);
    expect(wait).toBeLessThanOrEqual(expected + 1);
  });

  test('adds no attempt to the last', () => expect(nextDue(10, '60', new Date())).toBeUndefined());

  test.each([429, 500, 503])('is heeded with a %d', async (status) => {
    const store = await aHookedStore({ status, headers: { 'Retry-After': '7200' } }, 200);
    await placed(store);
    const delivery = await attemptWhenDue(store);
    expect(secondsTo(delivery)).toBe(7200);
    expect(await attemptWhenDue(store)).toMatchObject({ state: 'delivered', attempts: [{ status }, { status: 200 }] });
  });
});
