import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { aPlatformKey, aTenant, platform } from '../support/actors.ts';
import { call, rowOf } from '../support/call.ts';
import { befalling } from '../support/faultKinds.ts';
import { type Fault, observing, suffering } from '../support/injectFault.ts';
import { platformWrites, type Write } from '../support/platformWrites.ts';
import { auditOf } from '../support/walk.ts';

let cells = 0;

beforeAll(async () => {
  // Every 503 is logged with its cause: thousands of lines that nobody reads.
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  jest.restoreAllMocks();
  console.log(`${cells} cells of the fault table were run`);
});

const fresh = async (name: string) => platformWrites[name]?.prepare(await aTenant(), platform) as Promise<Write>;

async function effectsOf({ id, tenant, done }: Write) {
  const known = await tenant();
  const entries = known ? (await auditOf(known)).filter(({ operation }) => operation === id) : [];
  // To revoke a key it had to be issued, and so on: only what this write does is counted.
  return { effects: await done(platform), entries: entries.length };
}

/** One fault on one call of a write: what was answered, and what had come of it before and after a repeat. */
async function suffer(write: Write, command: string, nth: number, fault: Fault, lasting: boolean) {
  cells += 1;
  const options = { ...write.options, as: await aPlatformKey() };
  const { result, struck } = await suffering([{ command, nth, fault, lasting }], () => call(write.id, options));
  const first = await effectsOf(write);
  const repeated = await call(write.id, options);
  return { struck, result, first, repeated, after: await effectsOf(write) };
}

const one = { effects: 1, entries: 1 };
const none = { effects: 0, entries: 0 };

function check(write: Write, { result, first, repeated, after }: Awaited<ReturnType<typeof suffer>>, certain: boolean) {
  const success = rowOf(write.id).status;
  expect([success, ...(certain ? [] : [503])]).toContain(result.status);
  if (result.status === success) expect(first).toEqual(one);
  else expect([one, none]).toContainEqual(first);
  const expected = first.effects === 1 ? write.repeat : { status: success };
  expect({ status: repeated.status, replayed: repeated.headers['idempotent-replayed'] }).toEqual({
    status: expected.status,
    replayed: 'replayed' in expected ? 'true' : undefined,
  });
  // Two wishes for a key that nothing tells apart are two keys.
  if (write.id !== 'issueKey' || write.repeat.replayed) expect(after).toEqual(one);
}

const ordinals = (calls: string[]) =>
  calls.map((command, i) => ({ command, nth: calls.slice(0, i + 1).filter((each) => each === command).length }));

describe.each(Object.entries(platformWrites))('%s', (name, { calls }) => {
  test('makes the calls that the table knows', async () => {
    const write = await fresh(name);
    const options = { ...write.options, as: await aPlatformKey() };
    const seen = await observing(() => call(write.id, options));
    expect(seen.calls.map(({ command }) => command)).toEqual(calls);
    expect(await effectsOf(write)).toEqual(one);
  });

  test.each(Object.entries(befalling))('has one effect and one audit entry where a call %s', async (what, fault) => {
    const places = ordinals(calls).filter(({ command }) => !what.startsWith('conflicts') || command !== 'GetItem');
    // The SDK tries again, except a cancelled transaction; a lost race and a write of `last_used` hurt nobody.
    const passes = what !== 'is throttled' && what !== 'arrives late';
    const failures = places.flatMap((place) =>
      [false, true].map(async (lasting) => {
        const write = await fresh(name);
        const seen = await suffer(write, place.command, place.nth, fault, lasting);
        const certain = place.command === 'UpdateItem' || what.startsWith('conflicts') || (passes && !lasting);
        try {
          expect(seen.struck).toBeGreaterThan(0);
          check(write, seen, certain);
          return [];
        } catch (error) {
          return [`${place.command} ${place.nth}, ${lasting ? 'lasting' : 'once'}: ${(error as Error).message}`];
        }
      }),
    );
    expect((await Promise.all(failures)).flat()).toEqual([]);
  });
});
