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

test('after giving up, gives up sooner for a second, and asks clients to come back at different times', async () => {
  const start = Date.now() + 60_000;
  const now = jest.spyOn(Date, 'now');
  const conflict = () => new WriteConflict('busy');
  const triesUntilFailure = async (random: number) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const { attempt, tries } = failing(9, conflict);
    const error = await repeatOnConflict(attempt).catch((error) => error);
    return [error.code, error.headers['Retry-After'], tries()];
  };
  const at = async (ms: number, random: number) => {
    now.mockReturnValue(start + ms);
    return triesUntilFailure(random);
  };
  expect(await at(0, 0)).toEqual(['temporarily_unavailable', '1', 6]);
  expect(await at(999, 0.5)).toEqual(['temporarily_unavailable', '2', 3]);
  expect(await repeatOnConflict(failing(2, conflict).attempt)).toBe(3);
  expect(await at(1998, 0.99)).toEqual(['temporarily_unavailable', '3', 3]);
  expect(await at(2998, 0)).toEqual(['temporarily_unavailable', '1', 6]);
});

test('pauses up to twice as long after each try, and up to 400 ms', () => {
  expect([1, 2, 3, 4, 5, 6, 12].map(longestPauseMs)).toEqual([20, 40, 80, 160, 320, 400, 400]);
});
