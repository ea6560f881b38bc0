import { expect, test } from '@jest/globals';
import type { TenantId } from '../../lib/db/key.ts';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { writeOrders } from '../support/bulkOrders.ts';
import { call } from '../support/call.ts';
import { fakeClocks } from '../support/clocks.ts';
import { beforeCall, withFaults } from '../support/injectFault.ts';

const orders = Number(process.env.ORDERS ?? 100);
const changes = Number(process.env.CHANGES ?? 400);
const writers = 8;

const clocks = fakeClocks();
const random = (most: number) => Math.floor(Math.random() * most);
const seconds = (count: number) => count * 1000;

/** Lets tasks share a time that advances only while all of them wait for it, so that they run in chronological order. */
function sharedTime(advance: (seconds: number) => void) {
  let running = 0;
  const waiting: { at: number; resume: () => void }[] = [];

  function resumeNext() {
    if (running > 0) return;
    const [next] = waiting.sort((a, b) => a.at - b.at).splice(0, 1);
    if (!next) return;
    advance(Math.max(next.at - Date.now(), 0) / 1000);
    running += 1;
    next.resume();
  }

  function stop() {
    running -= 1;
    resumeNext();
  }

  return {
    until: (at: number) =>
      new Promise<void>((resume) => {
        waiting.push({ at, resume });
        stop();
      }),
    async run(tasks: (() => Promise<void>)[]): Promise<void> {
      running += tasks.length;
      await Promise.all(tasks.map((task) => task().finally(stop)));
    },
  };
}

/** Eight writers commit up to this long after they read the clock, while a walker follows the feed. */
async function follow(store: Store, maxDelayMs: number) {
  const { run, until } = sharedTime(clocks.advance);
  const seen = new Map<string, number>();
  const counts = { committed: 0, walks: 0, listed: 0, virtualSeconds: 0 };
  let from = '2026-01-01T00:00:00Z';
  let writing = writers;
  const begun = Date.now();

  /** Changes an order, mostly one of many, and sometimes one of a few. */
  async function change(i: number) {
    const deadline = Date.now() + maxDelayMs;
    const delay = beforeCall(() => until(Date.now() + random(Math.max(deadline - Date.now(), 0) + 1)));
    const plans = ['PutItem', 'TransactWriteItems'].map((command) => {
      return { command, nth: 'every' as const, lasting: true, fault: delay };
    });
    const params = { number: String(1001 + random(i % 5 ? orders : 20)) };
    const body = i % 4 ? { note: `change ${i}` } : { customer: { last_name: `Customer ${i}` } };
    const { result } = await withFaults(plans, () => call('updateOrder', { as: store.key, params, body }));
    if (result.status === 200) counts.committed += 1;
  }

  async function write() {
    for (let i = 0; i < changes / writers; i++) {
      await change(random(1_000_000));
      await until(Date.now() + random(seconds(1)));
    }
    writing -= 1;
  }

  async function walk() {
    let query: Record<string, string> = { updated_from: from, limit: '50' };
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { payload } = await call('getOrders', { as: store.key, query });
      for (const { number, version } of payload.orders as Order[]) {
        seen.set(number, Math.max(version, seen.get(number) ?? 0));
        counts.listed += 1;
      }
      from = payload.synced_until;
      cursor = payload.next_cursor;
      query = { cursor: cursor as string };
      await until(Date.now() + random(seconds(2)));
    }
    counts.walks += 1;
  }

  async function keepWalking() {
    while (writing > 0) {
      await walk();
      await until(Date.now() + random(seconds(30)));
    }
    await walk();
  }

  await run([...Array.from({ length: writers }, () => write), keepWalking]);
  const { payload } = await call('getOrders', { as: store.key });
  const all = payload.orders as Order[];
  counts.virtualSeconds = Math.round((Date.now() - begun) / 1000);
  return { ...counts, orders: all.length, missed: all.filter(({ number, version }) => seen.get(number) !== version).length };
}

async function aFullStore(): Promise<Store> {
  const store = await aStore();
  const created = new Date('2026-01-01T00:00:00Z');
  const placed = Array.from({ length: orders }, (_, i) => ({ number: 1001 + i, created }));
  await writeOrders(store.tenant.id as TenantId, placed);
  return store;
}

// A request takes at most 10 seconds, and the index may lag for some seconds.
test.each([10, 14])(
  'a client that resumes at `synced_until` misses nothing, even if commits take %i seconds',
  async (delay) => {
    const result = await follow(await aFullStore(), seconds(delay));
    console.log(JSON.stringify({ delay, ...result }));
    expect(result).toMatchObject({ orders, missed: 0 });
  },
  1_200_000,
);
