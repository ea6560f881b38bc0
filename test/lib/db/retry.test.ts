import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { longestPauseMs, repeatOnConflict, retryOnConflict } from '../../../lib/db/retry.ts';
import { ConditionFailed, WriteConflict } from '../../../lib/db/writeErrors.ts';

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Tries that fail this many times with an error, then succeed. */
function failing(times: number, error: () => Error) {
  let tries = 0;
  const attempt = async () => {
    tries += 1;
    if (tries <= times) throw error();
    return tries;
  };
  return { attempt, tries: () => tries };
}

test.each([
  ['a lost race', 11, () => new ConditionFailed(['order'])],
  ['a conflict', 5, () => new WriteConflict('busy')],
])('retries %s up to its limit of %i, then returns 503', async (_, most, error) => {
  expect(await retryOnConflict(failing(most, error).attempt)).toBe(most + 1);
  const tooMany = failing(most + 1, error);
  await expect(retryOnConflict(tooMany.attempt)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  expect(tooMany.tries()).toBe(most + 1);
});

test.each([
  ['another error', () => new Error('broken')],
  ['a used idempotency key', () => new ConditionFailed(['idempotency', 'order'])],
])('does not retry %s', async (_, error) => {
  const attempts = failing(1, error);
  await expect(retryOnConflict(attempts.attempt)).rejects.toThrow();
  expect(attempts.tries()).toBe(1);
});

test('repeats a transaction after a conflict, but not after a failed condition', async () => {
  expect(await repeatOnConflict(failing(1, () => new WriteConflict('busy')).attempt)).toBe(2);
  const { attempt, tries } = failing(1, () => new ConditionFailed(['order']));
  await expect(repeatOnConflict(attempt)).rejects.toBeInstanceOf(ConditionFailed);
  expect(tries()).toBe(1);
});

test('pauses up to twice as long after each try, and up to 400 ms', () => {
  expect([1, 2, 3, 4, 5, 6, 12].map(longestPauseMs)).toEqual([20, 40, 80, 160, 320, 400, 400]);
});
