import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { aStore, platformKey, type Store, uniqueName } from './actors.ts';
import { type Answer, call, type Options, rowOf } from './call.ts';
import * as faults from './faults.ts';
import { type Fault, observing, type Plan, suffering } from './faults.ts';

/** A write that is ready to be sent, what its effect shows in, and how that looks when it came about once. */
export type Write = {
  id: string;
  options: Options;
  measure: () => Promise<unknown>;
  once: unknown;
  /** Whether the same request, sent again, has no effect of its own. */
  repeatable: boolean;
  /** Of an order, for If-Match. */
  version?: number;
};
export type Prepare = (store: Store) => Promise<Write>;

const withHeaders = (write: Write, headers: Record<string, string>): Write => ({
  ...write,
  options: { ...write.options, headers: { ...write.options.headers, ...headers } },
});

export const keyed =
  (prepare: Prepare): Prepare =>
  async (store) => ({ ...withHeaders(await prepare(store), { 'Idempotency-Key': uniqueName('key') }), repeatable: true });

export const matched =
  (prepare: Prepare): Prepare =>
  async (store) => {
    const write = await prepare(store);
    return withHeaders(write, { 'If-Match': `"${write.version}"` });
  };

/** A keyed write that was sent before: it has its one effect already. */
export const again =
  (prepare: Prepare): Prepare =>
  async (store) => {
    const write = await keyed(prepare)(store);
    await call(write.id, write.options);
    return write;
  };

const befalling: Record<string, Fault> = {
  'fails before': faults.failsBefore,
  'fails after the commit': faults.failsAfterTheCommit,
  'is throttled': faults.isThrottled,
  'times out': faults.timesOut,
  'arrives late': faults.arrivesLate,
  conflicts: faults.conflicts,
  'conflicts after its own commit': faults.conflictsAfterTheCommit,
};

type Place = { command: string; nth: number };

/** The SDK tries again, except a cancelled transaction; what arrives late may be in the way of that; a race is run again. */
function mustSucceed(what: string, { command, lasting }: Plan): boolean {
  if (what.startsWith('conflicts')) return true;
  return !lasting && what !== 'arrives late' && !(what === 'is throttled' && command === 'TransactWriteItems');
}

const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

/** One cell: one fault at one call of a write, and what comes of it, before and after a repeat. */
async function suffer({ id, options, measure, once, repeatable }: Write, plan: Plan, certain: boolean) {
  const none = await measure();
  const { result, struck } = await suffering([plan], () => call(id, options));
  expect(struck).toBeGreaterThan(0);
  const successes = [rowOf(id).status, ...(id === 'putProduct' ? [201] : [])];
  expect([...successes, ...(certain ? [] : [503])]).toContain(result.status);
  const after = await measure();
  if (result.status === 503) expect([none, once]).toContainEqual(after);
  else expect(after).toEqual(once);
  if (!repeatable) return;
  const { 'If-Match': condition, ...headers } = options.headers ?? {};
  const isKeyed = headers['Idempotency-Key'] !== undefined;
  const repeated = await call(id, { ...options, headers: isKeyed ? (options.headers ?? {}) : headers });
  expect(successes).toContain(repeated.status);
  expect(await measure()).toEqual(once);
  if (isKeyed) expect(isReplay(repeated)).toBe(JSON.stringify(after) === JSON.stringify(once));
}

/** Lets every fault befall every call of every write, for one attempt and for all, and counts the cells. */
export function faultTable(table: Record<string, Prepare>) {
  let cells = 0;
  let store: Store;
  beforeAll(async () => {
    store = await aStore(await platformKey());
    // Every 503 is logged with its cause: thousands of lines that nobody reads.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    console.log(`${cells} cells of the fault table were run`);
  });

  describe.each(Object.entries(table))('%s', (_, prepare) => {
    let calls: Place[];
    let writes: Place[];
    beforeAll(async () => {
      const { id, options, measure, once } = await prepare(store);
      await measure();
      const seen = await observing(() => call(id, options));
      expect(seen.result.status).toBeLessThan(300);
      expect(await measure()).toEqual(once);
      calls = seen.calls;
      // No transaction touches the counter of order numbers.
      writes = calls.filter(({ command }) => !/Get/.test(command) && !(id === 'placeOrder' && command === 'UpdateItem'));
    });

    test.each(Object.entries(befalling))('has one effect where a call %s', async (what, fault) => {
      const places = what.startsWith('conflicts') ? writes : calls;
      const plans: Plan[] = places.flatMap((place) => [false, true].map((lasting) => ({ ...place, lasting, fault })));
      const failures = plans.map(async (plan) => {
        cells += 1;
        try {
          await suffer(await prepare(store), plan, mustSucceed(what, plan));
          return [];
        } catch (error) {
          return [`${plan.command} ${plan.nth}, ${plan.lasting ? 'lasting' : 'once'}: ${(error as Error).message}`];
        }
      });
      expect((await Promise.all(failures)).flat()).toEqual([]);
    });
  });
}
