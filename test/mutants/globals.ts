import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';

/**
 * As much of `@jest/globals` as the tests use. Loading a test file this way takes a tenth of the time that jest needs,
 * because installed modules stay loaded between runs.
 */
type Work = (...given: never[]) => unknown;
type Test = { name: string; work: Work; timeoutMs: number };
type Hooks = Record<'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach', Work[]>;
type Block = { hooks: Hooks; children: (Block | Test)[] };

const newBlock = (): Block => ({ hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] }, children: [] });
let block = newBlock();

const usualTimeoutMs = 20_000;

type Define = (name: string, work: Work, timeoutMs?: number) => void;

const define: Define = (name, work, timeoutMs = usualTimeoutMs) => void block.children.push({ name, work, timeoutMs });

const defineBlock: Define = (_, work) => {
  const outer = block;
  block = newBlock();
  outer.children.push(block);
  (work as () => void)();
  block = outer;
};

const each =
  (one: Define) =>
  (table: readonly unknown[]): Define =>
  (name, work, timeoutMs) => {
    const rows = table.every(Array.isArray) ? (table as unknown[][]) : table.map((value) => [value]);
    for (const row of rows) one(name, () => work(...(row as never[])), timeoutMs);
  };

export const test = Object.assign(define, { each: each(define), concurrent: Object.assign(define, { each: each(define) }) });
export const describe = Object.assign(defineBlock, { each: each(defineBlock), skip: () => {} });

const hook = (name: keyof Hooks) => (work: Work) => void block.hooks[name].push(work);
export const beforeAll = hook('beforeAll');
export const afterAll = hook('afterAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');

const mocker = new ModuleMocker(globalThis);
const RealDate = Date;
let heldAt = 0;

class HeldDate extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [heldAt]) as [number]));
  }

  static override now(): number {
    return heldAt;
  }
}

export const jest = {
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  /** Only the clock is held, never the timers. */
  useFakeTimers({ now }: { now: number }): void {
    heldAt = now;
    globalThis.Date = HeldDate as DateConstructor;
  },
  setSystemTime(now: number): void {
    heldAt = now;
  },
  useRealTimers(): void {
    globalThis.Date = RealDate;
  },
};

export { expect };

/** Runs the tests that `load` defines, up to the first failure, and returns it. */
export async function firstFailure(load: () => Promise<unknown>): Promise<unknown> {
  block = newBlock();
  try {
    await load();
    await runBlock(block, [], []);
    return undefined;
  } catch (error) {
    return error ?? new Error('something was thrown');
  } finally {
    jest.restoreAllMocks();
    jest.useRealTimers();
  }
}

async function runBlock({ hooks, children }: Block, before: Work[], after: Work[]): Promise<void> {
  const [beforeAny, afterAny] = [
    [...before, ...hooks.beforeEach],
    [...hooks.afterEach, ...after],
  ];
  try {
    await runAll(hooks.beforeAll);
    for (const child of children) {
      if ('children' in child) await runBlock(child, beforeAny, afterAny);
      else await runTest(child, beforeAny, afterAny);
    }
  } finally {
    await runAll(hooks.afterAll);
  }
}

async function runTest({ work, timeoutMs }: Test, before: Work[], after: Work[]): Promise<void> {
  try {
    await runAll(before);
    await inTime(work, timeoutMs);
  } finally {
    await runAll(after);
  }
}

async function runAll(works: Work[]): Promise<void> {
  for (const work of works) await inTime(work, usualTimeoutMs);
}

async function inTime(work: Work, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error('it takes too long')), timeoutMs);
  try {
    await Promise.race([(work as () => unknown)(), promise]);
  } finally {
    clearTimeout(late);
  }
}
