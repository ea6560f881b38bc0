import { afterEach, expect, jest, test } from '@jest/globals';
import type { StoreClient } from '../../../apps/client/client.ts';
import { untilSettled } from '../../../apps/ops/untilSettled.ts';

const synced = Date.parse('2026-10-01T00:00:00.000Z');
const getOrders = (async () => ({ synced_until: new Date(synced).toISOString() })) as unknown as StoreClient['getOrders'];

afterEach(() => {
  jest.restoreAllMocks();
});

/** Waits for a period that ends so long after the time up to which all changes can be read. Returns how long that took. */
async function waitFor(ms: number): Promise<number> {
  jest.spyOn(Date, 'now').mockReturnValue(synced + 15_000);
  const began = performance.now();
  await untilSettled({ getOrders }, { from: '2026-09-01T00:00:00.000Z', to: new Date(synced + ms).toISOString() });
  return performance.now() - began;
}

test('waits until everything in a period that has just ended can be read', async () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await waitFor(300)).toBeGreaterThanOrEqual(299);
  expect(said.mock.calls).toEqual([['The period has just ended. Waiting 1 s until everything in it can be read.\n']]);
});

test.each([0, 15_001, 3_600_000])('does not wait for a period that ends %d ms after what can be read', async (ms) => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await waitFor(ms);
  expect(said).not.toHaveBeenCalled();
});
