import { expect, test } from '@jest/globals';
import { routeOf } from '../../lib/routes.ts';
import { uniqueName } from './actors.ts';
import { type Answer, call, type Options } from './call.ts';
import { holdClocks } from './clocks.ts';
import { type Cell, cellsOf, failuresIn, isWrite, silenceLog } from './faultCells.ts';
import { conflicts } from './faultKinds.ts';
import { recordCalls, withFaults } from './injectFault.ts';

/** A write that is ready to be sent, with a way to measure its effect. */
export type Write = {
  id: string;
  options: Options;
  measure: () => Promise<unknown>;
  /** The measured value after the write took effect once. */
  once: unknown;
  /** Throws unless the response matches the stored data. */
  agrees?: (payload: Answer['payload']) => Promise<unknown>;
  /** Whether the same request, sent again, has no effect of its own. */
  repeatable: boolean;
  /** The status of a repeat after the write took effect, if that is an error. */
  repeated?: number;
  /** The status of an earlier request with the same key. */
  earlier?: number;
  /** The order's version, for If-Match. */
  version?: number;
  /** Whether a lost response of the count ends in 429, before there is any effect. */
  isLimited?: boolean;
};
export type Prepare = () => Promise<Write>;

const withHeaders = (write: Write, headers: Record<string, string>): Write => ({
  ...write,
  options: { ...write.options, headers: { ...write.options.headers, ...headers } },
});

export const withKey =
  (prepare: Prepare): Prepare =>
  async () => {
    const { repeated: _, ...write } = withHeaders(await prepare(), { 'Idempotency-Key': uniqueName('key') });
    return { ...write, repeatable: true };
  };

export const withIfMatch =
  (prepare: Prepare): Prepare =>
  async () => {
    const write = await prepare();
    return withHeaders(write, { 'If-Match': `"${write.version}"` });
  };

/** A keyed write that was sent before and has taken effect. */
export const sentBefore =
  (prepare: Prepare): Prepare =>
  async () => {
    const write = await withKey(prepare)();
    const { status } = await call(write.id, write.options);
    return { ...write, earlier: status };
  };

/** The SDK retries all but cancelled transactions, though a late write can block the retry. The service retries lost races. */
function mustSucceed({ kind, command, lasting }: Cell): boolean {
  if (kind.startsWith('conflicts')) return true;
  return !lasting && kind !== 'arrives late' && !(kind === 'is throttled' && command === 'TransactWriteItems');
}

function successes(id: string): number[] {
  const { status, createdStatus } = routeOf(id);
  return [status, ...(createdStatus ? [createdStatus] : [])];
}

/** Sends a write with a fault. Checks for one of these statuses, at most one effect, and exactly one after a repeat. */
async function mustTakeEffectOnce(write: Write, cell: Cell, expected: number[]) {
  const { id, options, measure, once, agrees } = write;
  const none = await measure();
  const { result, injected } = await withFaults([cell], () => call(id, options));
  expect(injected).toBeGreaterThan(0);
  expect(expected).toContain(result.status);
  const after = await measure();
  const possible = { 429: [none], 503: [none, once] }[result.status] ?? [once];
  expect(possible).toContainEqual(after);
  if (result.status < 300) await agrees?.(result.payload);
  const wasDone = JSON.stringify(after) === JSON.stringify(once);
  if (write.repeatable || write.repeated) await mustRepeat(write, wasDone);
}

async function mustRepeat({ id, options, measure, once, agrees, repeatable, repeated }: Write, wasDone: boolean) {
  const { 'If-Match': version, ...headers } = options.headers ?? {};
  const isKeyed = headers['Idempotency-Key'] !== undefined;
  // The order may have a new version by now. A key identifies the whole request, including its version.
  const answer = await call(id, repeated || isKeyed ? options : { ...options, headers });
  expect(wasDone && repeated ? [repeated] : successes(id)).toContain(answer.status);
  expect('idempotent-replayed' in answer.headers).toBe(isKeyed && wasDone);
  if (!repeatable) return;
  expect(await measure()).toEqual(once);
  if (answer.status < 300) await agrees?.(answer.payload);
}

/** The calls that a write makes without a fault, while its key is cached. Checks that it takes effect once. */
async function callsOf(prepare: Prepare) {
  const write = await prepare();
  await write.measure();
  const { calls, result } = await recordCalls(() => call(write.id, write.options));
  expect(successes(write.id)).toContain(result.status);
  expect(await write.measure()).toEqual(write.once);
  await write.agrees?.(result.payload);
  return calls;
}

/** Sends a write once for each cell, or for one of them. Returns a line for each failure. */
const failuresOf = (prepare: Prepare, cells: Cell[]) =>
  failuresIn(cells, async (cell) => {
    const fresh = await prepare();
    const errors = [...(mustSucceed(cell) ? [] : [503]), ...(fresh.isLimited ? [429] : [])];
    await mustTakeEffectOnce(fresh, cell, [...successes(fresh.id), ...errors]);
  });

/** Tests that each write takes effect once, whichever fault any of its calls has. */
export function faultTable(table: Record<string, Prepare>) {
  silenceLog();
  holdClocks();

  test.each(Object.entries(table))('%s takes effect once, whichever fault any of its calls has', async (_, prepare) => {
    expect(await failuresOf(prepare, cellsOf(await callsOf(prepare)))).toEqual([]);
  });

  test('a race that is always lost returns 503, or the result of an earlier request with the same key', async () => {
    for (const [name, prepare] of Object.entries(table)) {
      const commands = new Set((await callsOf(prepare)).filter(isWrite).map(({ command }) => command));
      const cells: Cell[] = [...commands].map((command) => ({ command, nth: 'every', kind: 'conflicts', fault: conflicts }));
      const failures = await failuresIn(cells, async (cell) => {
        const fresh = await prepare();
        await mustTakeEffectOnce(fresh, cell, [fresh.earlier ?? 503]);
      });
      expect({ name, failures }).toEqual({ name, failures: [] });
    }
  });
}
