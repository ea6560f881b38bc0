import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { fakeClocks } from '../support/clocks.ts';
import { type Cell, cellsOf, failuresIn, silenceLog } from '../support/faultCells.ts';
import { failsBefore, faultKinds } from '../support/faultKinds.ts';
import { aFollowedStore, type FollowedStore, runFollower } from '../support/followers.ts';
import { type Fault, type FaultPlan, withFaults } from '../support/injectFault.ts';
import { update } from '../support/orders.ts';
import { seed } from '../support/sample.ts';
import { placeOne } from '../support/webhooks.ts';

const clocks = fakeClocks();

silenceLog();

/** Numbers that depend only on the seed, at least 0 and below `most`. */
function randomNumbers(name: string) {
  let drawn = 0;
  return (most: number) => createHash('sha256').update(`${seed} ${name} ${drawn++}`).digest().readUInt32BE() % most;
}

/** A store, what its receiver must have seen, and what it must never see. */
async function aModel(rejects: (number: string) => boolean = () => false) {
  const store = await aFollowedStore();
  const [versions, delivered] = [new Map<string, number>(), new Map<string, number>()];
  const [begun, ids] = [new Map<string, number>(), new Map<string, string>()];
  const [running, violations] = [new Set<string>(), [] as string[]];
  store.receiver.answers(async ({ json }) => {
    const { number, version } = json.data.order;
    const state = `${number} v${version}`;
    if (running.has(number)) violations.push(`two calls at once for ${state}`);
    if (version < (begun.get(number) ?? 0)) violations.push(`${state} after v${begun.get(number)}`);
    if ((ids.get(state) ?? json.id) !== json.id) violations.push(`two IDs for ${state}`);
    if (json.data.changes.at(-1).version !== version) violations.push(`no change leads to ${state}`);
    begun.set(number, version);
    ids.set(state, json.id);
    running.add(number);
    await sleep(version % 3);
    running.delete(number);
    if (rejects(number)) return 500;
    delivered.set(number, version);
    return 200;
  });
  return {
    store,
    violations,
    async place() {
      clocks.advance(0.001);
      versions.set(await placeOne(store), 1);
    },
    async change(number: string) {
      clocks.advance(0.001);
      const { payload } = await update(store, number, { note: `${Date.now()}` });
      versions.set(number, payload.orders.version);
    },
    numbers: () => [...versions.keys()],
    /** Runs the follower after its longest wait, often enough for everything to arrive. */
    async mustArrive() {
      for (let i = 0; i < 12; i++) {
        clocks.advance(901);
        await runFollower(store);
      }
      expect(Object.fromEntries(delivered)).toEqual(Object.fromEntries(versions));
      expect(violations).toEqual([]);
    },
  };
}

const runWith = (store: FollowedStore, plans: FaultPlan[]) =>
  withFaults(plans, () => runFollower(store).catch((error: Error) => error.message));

async function threeChanges() {
  const model = await aModel();
  for (let i = 0; i < 3; i++) await model.place();
  return model;
}

test.each(Object.entries(faultKinds))('every change arrives if a database call of a run %s', async (kind, fault) => {
  const cells = cellsOf((await runWith((await threeChanges()).store, [])).calls, { [kind]: fault });
  expect(cells.length).toBeGreaterThan(4);
  const mustArrive = async (cell: Cell) => {
    const model = await threeChanges();
    const { injected } = await runWith(model.store, [cell]);
    expect(injected).toBeGreaterThan(0);
    await model.change(model.numbers()[0] as string);
    await model.mustArrive();
  };
  expect(await failuresIn(cells, mustArrive, { atOnce: 1 })).toEqual([]);
});

/** From this call on, the database does not answer, as if the function had died. */
function diesAt(nth: number): FaultPlan[] {
  let calls = 0;
  const fault: Fault = (attempt) => (++calls >= nth ? failsBefore(attempt) : attempt.forward());
  return ['GetItem', 'UpdateItem', 'Query'].map((command) => ({ command, nth: 'every', lasting: true, fault }));
}

test.each(Array.from({ length: 100 }, (_, run) => [run]))(
  `every change arrives whatever happens in between, run %i (SEED=${seed})`,
  async (run) => {
    const random = randomNumbers(`follow ${run}`);
    let rejecting = 0;
    const model = await aModel(() => random(100) < rejecting);
    const { store } = model;
    const steps: (() => Promise<unknown>)[] = [
      () => model.place(),
      () => model.change(model.numbers()[random(model.numbers().length)] as string),
      () => runFollower(store),
      () => runWith(store, diesAt(1 + random(15))),
      () => Promise.all([runFollower(store), runWith(store, diesAt(1 + random(15))), runFollower(store)]),
      async () => clocks.advance(random(60)),
      async () => clocks.advance(0.1 * random(20)),
      async () => {
        rejecting = [0, 0, 20, 100][random(4)] as number;
      },
    ];
    for (let i = 0; i < 3; i++) await model.place();
    for (let i = 0; i < 60; i++) await steps[random(steps.length)]?.();
    rejecting = 0;
    clocks.advance(60);
    await model.mustArrive();
  },
);
