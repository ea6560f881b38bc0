import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  addAction,
  checkAction,
  claimAction,
  createAction,
  createGeneratedAction,
  putAction,
  releaseAction,
  updateAction,
} from '../../../lib/db/action.ts';
import { itemKey, type TenantId } from '../../../lib/db/key.ts';
import { find, findClaimant, findSnapshot } from '../../../lib/db/read.ts';
import { retryOnConflict } from '../../../lib/db/retry.ts';
import { changeIf, commit, put, set, setIf } from '../../../lib/db/write.ts';
import { ConditionFailed } from '../../../lib/db/writeErrors.ts';
import { timeId } from '../../../lib/values/id.ts';
import { uniqueName } from '../../support/actors.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';

const aScope = () => `ten_${timeId(new Date())}` as TenantId;
const always = { expression: 'attribute_exists(pk)' };
let scope: TenantId;

beforeEach(() => {
  scope = aScope();
});

/** The actions of a commit whose conditions fail. */
const failedOf = (actions: Parameters<typeof commit>[0]) =>
  commit(actions).then(
    () => [],
    (error) => (error instanceof ConditionFailed ? [...error.failed] : Promise.reject(error)),
  );

describe('an item', () => {
  test('with an id from the request is created once, and a repeat succeeds', async () => {
    const create = (n: number) =>
      failedOf({ thing: createGeneratedAction(scope, 'A', { n }), other: putAction(scope, 'B', { n }) });
    expect([await create(1), await create(2)]).toEqual([[], []]);
    expect([await find(scope, 'A'), await find(scope, 'B')]).toMatchObject([{ n: 1 }, { n: 1 }]);
  });

  test('that is missing cannot be updated or incremented', async () => {
    await expect(set(scope, 'A', { n: 1 })).rejects.toBeInstanceOf(ConditionFailed);
    expect(await setIf(scope, 'A', { n: 1 }, always)).toBe(false);
    expect(await failedOf({ thing: updateAction(scope, 'A', { n: 1 }, always) })).toEqual(['thing']);
    expect(await failedOf({ thing: addAction(scope, 'A', { n: 1 }, always) })).toEqual(['thing']);
    expect(await failedOf({ thing: checkAction(scope, 'A', always) })).toEqual(['thing']);
    expect(await find(scope, 'A')).toBeUndefined();
  });

  test('is written although another transaction holds it for a moment', async () => {
    await put(putAction(scope, 'A', { n: 1 }));
    const busy = { command: 'UpdateItem', fault: conflicts };
    const set = { expression: 'SET n = :n', values: { ':n': 3 } };
    expect(await withFaults([busy], () => setIf(scope, 'A', { n: 2 }, always))).toMatchObject({ result: true, injected: 1 });
    const changed = await withFaults([busy], () => changeIf(scope, 'A', set, always));
    expect(changed).toMatchObject({ result: { n: 3 }, injected: 1 });
  });

  test('keeps attributes that an update does not name, and loses those set to undefined', async () => {
    await put(putAction(scope, 'A', { kept: 1, removed: 1, replaced: 1 }));
    const values = { replaced: 2, removed: undefined };
    await commit({ thing: updateAction(scope, 'A', values, always, { kept: 3, fresh: 3 }) });
    expect(await find(scope, 'A')).toEqual({ ...itemKey(scope, 'A'), kept: 1, replaced: 2, fresh: 3 });
  });
});

describe('a commit whose own earlier attempt was written', () => {
  const write = () =>
    failedOf({
      other: updateAction(scope, 'B', { n: 2 }, { expression: 'n = :one', values: { ':one': 1 } }),
      thing: createGeneratedAction(scope, 'A', {}),
    });
  /** The attempt is written, but the database cancels the transaction for these reasons. */
  const cancelledAfterwards =
    (...codes: string[]): Fault =>
    async ({ forward }) => {
      await forward();
      throw Object.assign(new Error(), { CancellationReasons: codes.map((Code) => ({ Code })) });
    };

  test.each([
    ['None', 'ConditionalCheckFailed'],
    ['ConditionalCheckFailed', 'ConditionalCheckFailed'],
    ['None', 'TransactionConflict'],
    ['ConditionalCheckFailed', 'TransactionConflict'],
  ])('succeeds if it is cancelled for the reasons %s and %s', async (...codes) => {
    await put(putAction(scope, 'B', { n: 1 }));
    const plan = { command: 'TransactWriteItems', fault: cancelledAfterwards(...codes) };
    const { result, injected } = await withFaults([plan], write);
    expect([result, injected]).toEqual([[], 1]);
    expect(await find(scope, 'B')).toMatchObject({ n: 2 });
  });
});

test('a commit reports each failed condition and writes nothing', async () => {
  await put(putAction(scope, 'A', { n: 1 }));
  const ofTwo = { expression: 'n = :two', values: { ':two': 2 } };
  const actions = {
    fine: putAction(scope, 'B', { n: 1 }),
    wrong: updateAction(scope, 'A', { m: 1 }, ofTwo),
    taken: createAction(scope, 'C', {}),
    left: undefined,
    missing: checkAction(scope, 'D', always),
  };
  expect(await failedOf(actions)).toEqual(['wrong', 'missing']);
  expect([await find(scope, 'B'), await find(scope, 'C')]).toEqual([undefined, undefined]);
});

describe('a claim', () => {
  const other = aScope();

  test('belongs to one tenant, which may claim it again', async () => {
    const name = uniqueName();
    expect(await failedOf({ name: claimAction('NAME', name, scope) })).toEqual([]);
    expect(await failedOf({ name: claimAction('NAME', name, scope) })).toEqual([]);
    expect(await failedOf({ name: claimAction('NAME', name, other) })).toEqual(['name']);
    expect(await findClaimant('NAME', name)).toBe(scope);
    expect(await findClaimant('HOST', name)).toBeUndefined();
  });

  test('can be released only by its tenant', async () => {
    const name = uniqueName();
    await commit({ name: claimAction('NAME', name, scope) });
    expect(await failedOf({ name: releaseAction('NAME', name, other) })).toEqual(['name']);
    expect(await findClaimant('NAME', name)).toBe(scope);
    expect(await failedOf({ name: releaseAction('NAME', name, scope) })).toEqual([]);
    expect(await findClaimant('NAME', name)).toBeUndefined();
  });
});

test('a snapshot read sees concurrently written items in the same state', async () => {
  const sks = ['A', 'B', 'C'];
  const all = (action: (sk: string) => ReturnType<typeof putAction>) =>
    retryOnConflict(() => commit(Object.fromEntries(sks.map((sk) => [sk, action(sk)]))));
  await all((sk) => putAction(scope, sk, { count: 0 }));
  let isDone = false;
  const writers = Array.from({ length: 2 }, async () => {
    while (!isDone) await all((sk) => addAction(scope, sk, { count: 1 }, { expression: 'attribute_exists(pk)' }));
  });
  for (let read = 0; read < 30; read++) {
    const items = await retryOnConflict(() => findSnapshot<{ count: number }>(scope, [...sks, 'missing']));
    expect([...items.keys()]).toEqual(sks);
    expect(new Set([...items.values()].map(({ count }) => count)).size).toBe(1);
  }
  isDone = true;
  await Promise.all(writers);
});
