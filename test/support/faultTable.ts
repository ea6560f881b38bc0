import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from './actors.ts';
import { type Answer, call, type Options, rowOf } from './call.ts';
import { befalling } from './faultKinds.ts';
import * as faults from './injectFault.ts';
import { observing, type Plan, suffering } from './injectFault.ts';

/** A write that is ready to be sent, what its effect shows in, and how that looks when it came about once. */
export type Write = {
  id: string;
  options: Options;
  measure: () => Promise<unknown>;
  once: unknown;
  /** Fails unless what was answered is what stands. */
  agrees: (payload: Answer['payload']) => Promise<unknown>;
  /** Whether the same request, sent again, has no effect of its own. */
  repeatable: boolean;
  /** What it was answered before. */
  earlier?: number;
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
    const { status } = await call(write.id, write.options);
    return { ...write, earlier: status };
  };

/** No transaction touches the counter of order numbers, so that nothing conflicts there. */
const mayConflict = ({ id }: Write, { command }: Plan) =>
  !/Get|Query/.test(command) && !(id === 'placeOrder' && command === 'UpdateItem');

/** The SDK tries again, except a cancelled transaction; what arrives late may be in the way of that; a race is run again. */
function mustSucceed(what: string, { command, lasting }: Plan): boolean {
  if (what.startsWith('conflicts')) return true;
  return !lasting && what !== 'arrives late' && !(what === 'is throttled' && command === 'TransactWriteItems');
}

function successes(id: string): number[] {
  const { status, createdStatus } = rowOf(id);
  return [status, ...(createdStatus ? [createdStatus] : [])];
}

/** One cell: one fault at one call of a write, and what comes of it, before and after a repeat. */
async function suffer({ id, options, measure, once, agrees, repeatable }: Write, plan: Plan, expected: number[]) {
  const none = await measure();
  const { result, struck } = await suffering([plan], () => call(id, options));
  expect(struck).toBeGreaterThan(0);
  expect(expected).toContain(result.status);
  const after = await measure();
  expect(result.status === 503 ? [none, once] : [once]).toContainEqual(after);
  if (result.status !== 503) await agrees(result.payload);
  if (!repeatable) return;
  const { 'If-Match': condition, ...headers } = options.headers ?? {};
  const isKeyed = headers['Idempotency-Key'] !== undefined;
  const repeated = await call(id, { ...options, headers: isKeyed ? { ...options.headers } : headers });
  expect(successes(id)).toContain(repeated.status);
  expect(await measure()).toEqual(once);
  await agrees(repeated.payload);
  if (isKeyed) expect('idempotent-replayed' in repeated.headers).toBe(JSON.stringify(after) === JSON.stringify(once));
}

/** Lets every fault befall every call of every write, for one attempt and for all, and counts the cells. */
export function faultTable(table: Record<string, Prepare>) {
  let cells = 0;
  let store: Store;
  beforeAll(async () => {
    store = await aStore();
    // Every 503 is logged with its cause: thousands of lines that nobody reads.
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    console.log(`${cells} cells of the fault table were run`);
  });

  async function cell(prepare: Prepare, what: string, plan: Plan, expected: (write: Write) => number[]): Promise<string[]> {
    cells += 1;
    try {
      const write = await prepare(store);
      await suffer(write, plan, expected(write));
      return [];
    } catch (error) {
      return [`${plan.command} ${plan.nth} ${what}${plan.lasting ? ', lasting' : ''}: ${(error as Error).message}`];
    }
  }

  /** The calls of a write when all goes well, and that it does. */
  async function placesOf(prepare: Prepare) {
    const write = await prepare(store);
    await write.measure();
    const { calls, result } = await observing(() => call(write.id, write.options));
    expect(successes(write.id)).toContain(result.status);
    expect(await write.measure()).toEqual(write.once);
    await write.agrees(result.payload);
    return { calls, writes: calls.filter((place) => mayConflict(write, place as Plan)) };
  }

  test.each(Object.entries(table))(
    '%s has one effect, whatever befalls which of its calls',
    async (_, prepare) => {
      const { calls, writes } = await placesOf(prepare);
      const failures = Object.entries(befalling).flatMap(([what, fault]) =>
        (what.startsWith('conflicts') ? writes : calls).flatMap((place) =>
          [false, true].map((lasting) => {
            const plan = { ...place, fault, lasting };
            return cell(prepare, what, plan, ({ id }) => [...successes(id), ...(mustSucceed(what, plan) ? [] : [503])]);
          }),
        ),
      );
      expect((await Promise.all(failures)).flat()).toEqual([]);
    },
    120_000,
  );

  test('a race that cannot be won ends with 503, or finds what an earlier request with its key has made', async () => {
    const failures = Object.values(table).map(async (prepare) => {
      const { command } = (await placesOf(prepare)).writes.at(-1) ?? {};
      const plan = { command: command as string, nth: 'every' as const, fault: faults.conflicts };
      return command ? cell(prepare, 'conflicts', plan, ({ earlier }) => [earlier ?? 503]) : [];
    });
    expect((await Promise.all(failures)).flat()).toEqual([]);
  }, 30_000);
}
