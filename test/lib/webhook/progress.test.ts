import { expect, test } from '@jest/globals';
import { maxRejected, nextTry, ordersToSend, type Progress, recordFailed, recordSent } from '../../../lib/webhook/progress.ts';

const now = new Date('2026-06-01T12:00:00Z');
const later = '2026-06-01T12:10:00.000Z';
const reading = { changed: Array.from({ length: 100 }, (_, i) => ({ number: `${2000 + i}`, updated: 5 })), at: 9, to: 9 };

/** A follower with orders that were rejected and wait, and orders that were sent. */
const aProgress = (rejected: number, sent: number): Progress => ({
  ...{ position: 0, probes: 0, woken: '', failures: 0, isPaused: false },
  ...{ failingSince: undefined, lastSuccess: later, lastFailure: undefined },
  rejected: new Map(
    Array.from({ length: rejected }, (_, i) => [`r${i}`, { tries: 1, since: later, tried: later, due: later }]),
  ),
  sent: new Map(Array.from({ length: sent }, (_, i) => [`s${i}`, 1])),
});

test.each([
  ['as many orders as can be sent at once', 0, 0, 0, 50],
  ['fewer while calls run', 0, 0, 20, 30],
  ['only as many as could all be rejected', maxRejected - 7, 0, 0, 7],
  ['none while there is no room for a rejected one', maxRejected, 0, 0, 0],
  ['none while calls run for which there is no room either', maxRejected, 0, 2, 0],
  ['one at a time once too many were sent since the position', 0, 10_000, 0, 1],
  ['none beside the running one then', 0, 10_000, 1, 0],
])('a follower sends %s', (_, rejected, sent, calls, expected) => {
  const running = new Set(Array.from({ length: calls }, (_, i) => `${i}`));
  expect(ordersToSend(aProgress(rejected, sent), reading, { now, running })).toHaveLength(expected);
});

test('the first rejected order that is due is not always the one that was rejected first', () => {
  const waiting = (due: string) => ({ tries: 1, since: later, tried: later, due });
  const dues = [5, 1, 3].map((minute) => `2026-06-01T12:0${minute}:00.000Z`);
  const rejected = new Map(dues.map((due) => [due, waiting(due)]));
  expect(nextTry({ ...aProgress(0, 0), rejected }, reading)).toBe(Date.parse(dues[1] as string));
});

test.each([
  ['given up 75 hours after it was first rejected', '', 5, []],
  ['kept for 75 hours after the follower was woken', '2026-06-01T11:59:59.999Z', 5, ['1001']],
  ['kept for 75 hours after it changed', '', now.getTime() - 1, ['1001']],
])('an order is %s', (_, woken, updated, expected) => {
  const before = new Date(now.getTime() - 75 * 3600_000).toISOString();
  const rejected = new Map([['1001', { tries: 60, since: before, tried: before, due: before }]]);
  const progress = { ...aProgress(0, 0), rejected, woken };
  recordFailed(progress, { number: '1001', updated }, { status: 500, now, started: now, isProbe: false });
  expect([...progress.rejected.keys()]).toEqual(expected);
  expect(progress.sent.has('1001')).toBe(expected.length === 0);
});

const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const fails = (progress: Progress, number: string, seconds: number, isProbe = false) =>
  recordFailed(progress, { number, updated: 5 }, { status: 500, now: after(seconds), started: after(seconds), isProbe });
const sends = (progress: Progress, seconds: number) =>
  ordersToSend(progress, reading, { now: after(seconds), running: new Set() }).length;

test('one failure does not pause a follower whose last rejected order was given up days ago', () => {
  const progress = aProgress(0, 0);
  fails(progress, '1001', 0);
  recordSent(progress, { number: '1002', updated: 5 }, after(1));
  for (const hours of [1, 75]) fails(progress, '1001', hours * 3600);
  fails(progress, '1003', 100 * 3600);
  expect([progress.isPaused, ...progress.rejected.keys()]).toEqual([false, '1003']);
});

test('an order that is rejected again and again does not hold up the others', () => {
  const progress = { ...aProgress(0, 0), lastSuccess: undefined };
  for (const seconds of [0, 5, 35, 155, 455, 1355]) fails(progress, '1001', seconds);
  expect(sends(progress, 1356)).toBe(50);
});

test('after five orders in a row are rejected, one is tried at a time, less and less often until one is received', () => {
  const progress = aProgress(0, 0);
  fails(progress, '1000', -3000);
  recordSent(progress, { number: '1', updated: 5 }, after(-2));
  for (let i = 0; i < 4; i++) fails(progress, `100${i}`, 0);
  expect(sends(progress, 1)).toBe(50);
  fails(progress, '1004', 0);
  expect([sends(progress, 4.9), sends(progress, 5), nextTry(progress, reading)]).toEqual([0, 1, after(5).getTime()]);
  fails(progress, '2000', 5, true);
  expect(progress.rejected.get('2000')?.due).toBe(after(35).toISOString());
  expect([sends(progress, 34.9), sends(progress, 35)]).toEqual([0, 1]);
  fails(progress, '2000', 35, true);
  // An order that was never tried waits 30 seconds at most, the rejected ones longer.
  expect([sends(progress, 64.9), sends(progress, 65), nextTry(progress, reading)]).toEqual([0, 1, after(65).getTime()]);
  const nothing = { ...reading, changed: [] };
  expect(ordersToSend(progress, nothing, { now: after(154), running: new Set() })).toEqual([]);
  expect(nextTry(progress, nothing)).toBe(after(155).getTime());
  recordSent(progress, { number: '2001', updated: 5 }, after(35));
  expect(sends(progress, 36)).toBe(50);
});

test('while a receiver fails, nothing is sent before a rejected order is due', () => {
  const failing = { ...aProgress(5, 0), lastSuccess: undefined, lastFailure: now.toISOString() };
  expect(nextTry(failing, { ...reading, changed: [] })).toBe(Date.parse(later));
});
