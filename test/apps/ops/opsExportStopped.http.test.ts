import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { inTurns } from '../../../lib/values/inTurns.ts';
import { aBookkeeper, always, rowsIn } from '../../support/books.ts';
import { aFaultyServer, answering, type Fault, pass } from '../../support/faultyServer.ts';
import { tempFile } from '../../support/imports.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import { root, run } from '../../support/run.ts';

const count = 520;
const freshFile = (name: string) => tempFile('', name);
const books = await aBookkeeper();
const orders = await books.placeMany(count, (i) => i + 1);
await inTurns(orders, ({ number }) => books.store.createPayment({ number }), 8);
const numbers = (await Array.fromAsync(books.store.orders())).map(({ number }) => number);
/** A period that is over, and covers all orders. */
const period = ['--from', '1970-01-01', '--to', new Date().toISOString()];

/** The requests before the first page: for the tenant, and whether a period that has just ended can be read. */
const before = 2;

/** Lets this many pages through. */
const failingAfter = (pages: number, first = before) =>
  aFaultyServer(...Array<Fault>(first + pages).fill(pass), ...Array<Fault>(20).fill(answering(401)));

test.each(['order', 'payment'])('a failed %s export continues where it stopped', async (noun) => {
  const words = [noun, 'export', ...period, '--file'];
  const file = freshFile(`${noun}s.csv`);
  const whole = freshFile('whole.csv');
  expect((await books.ops([...words, whole])).code).toBe(0);
  const failing = await failingAfter(1);
  const failed = await books.ops([...words, file], failing.url);
  const done = noun === 'order' ? 250 : 100;
  expect(failed).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      `\\(invalid_response\\) Stopped after ${done} ${noun}s\\. Run the same command again to continue\\.\\n$`,
    ),
  });
  appendFileSync(`${file}.part`, '1001,half a ro');
  const sound = await aFaultyServer();
  expect((await books.ops([...words, file], sound.url)).stdout).toBe(`${count} ${noun}s written to ${file}.\n`);
  expect(sound.seen[before]?.url).toMatch(/\?cursor=/);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  expect([`${file}.part`, `${file}.progress`].filter(existsSync)).toEqual([]);
});

test('an export of a period that is not over starts over, so it has what was added meanwhile', async () => {
  const own = await aBookkeeper();
  const add = async (count: number) => {
    for (const { number } of await own.placeMany(count, () => 1)) await own.store.createPayment({ number });
  };
  await add(120);
  const words = ['payment', 'export', ...always, '--file', freshFile('payments.csv')];
  const { stderr } = await own.ops(words, (await failingAfter(1, 1)).url);
  expect(stderr).toMatch(
    /Stopped after 100 payments\. The period is not over, so the same command starts from the beginning\.\n$/,
  );
  await add(1);
  expect((await own.ops(words)).stdout).toMatch(/^121 payments written/);
});

test.each(['order', 'payment'])('a %s export whose file could not be renamed is not written twice', async (noun) => {
  const [file, whole] = [freshFile(`${noun}s.csv`), freshFile('whole.csv')];
  rmSync(file);
  const words = [noun, 'export', ...period, '--file'];
  const { url } = await aFaultyServer(pass, pass, async (forward) => {
    mkdirSync(file);
    return forward();
  });
  expect(await books.ops([...words, file], url)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot write /) });
  expect(await books.ops([...words, file])).toMatchObject({ code: 1, stderr: expect.stringMatching(/ is not a file\. /) });
  rmdirSync(file);
  expect((await books.ops([...words, file])).stdout).toBe(`${count} ${noun}s written to ${file}.\n`);
  await books.ops([...words, whole]);
  expect(readFileSync(file, 'utf8')).toBe(readFileSync(whole, 'utf8'));
});

test.each([
  [0, 'ends', 0],
  [1, 'ends', 0],
  [0, 'fails', 1],
])(
  'an export stops if, after %d pages, another one to the same file %s, and the file becomes whole',
  async (pages, _, code) => {
    const file = freshFile('orders.csv');
    const words = ['order', 'export', ...period, '--file', file];
    const other: Fault = async (forward) => {
      const ran = await books.ops(words, code === 0 ? undefined : (await failingAfter(1)).url);
      expect(ran.code).toBe(code);
      return forward();
    };
    const { url } = await aFaultyServer(...Array<Fault>(before + pages).fill(pass), other);
    const advice = 'Wait until it has finished, then run the same command again.';
    const stderr = `Another export has written to ${file}.part. ${advice}\n`;
    expect(await books.ops(words, url)).toMatchObject({ code: 1, stdout: '', stderr });
    if (code !== 0) await books.ops(words);
    expect(rowsIn(file).map(({ number }) => number)).toEqual(numbers);
  },
);

test('an interrupted export never continues with what another one to the same file wrote', async () => {
  const words = ['order', 'export', '--file', freshFile('orders.csv')];
  const empty = [...words, '--from', '1970-01-01', '--to', '1971-01-01'];
  const beginsToo: Fault = async (forward) => {
    await books.ops(empty, (await failingAfter(0, 1)).url);
    return forward();
  };
  const faults = [...Array<Fault>(before).fill(pass), beginsToo, ...Array<Fault>(20).fill(answering(401))];
  expect((await books.ops([...words, ...period], (await aFaultyServer(...faults)).url)).code).toBe(1);
  expect((await books.ops(empty)).stdout).toMatch(/^0 orders written/);
});

test('starts over for another period, or if the partial file is lost or damaged', async () => {
  const file = freshFile('orders.csv');
  const words = ['order', 'export', '--file', file];
  await books.ops([...words, ...period], (await failingAfter(1)).url);
  const other = await books.ops([...words, '--from', '2000-01-01', '--to', '2999-12-30']);
  expect([other.code, rowsIn(file).length]).toEqual([0, count]);
  for (const damage of [':>', 'rm', 'echo x >'].map((command) => `${command} ${file}.`)) {
    await books.ops([...words, ...period], (await failingAfter(1)).url);
    await run(['sh', '-c', damage + (damage.startsWith('echo') ? 'progress' : 'part')]);
    expect((await books.ops([...words, ...period])).code).toBe(0);
    expect(rowsIn(file).map(({ number }) => number)).toEqual(numbers);
  }
});

test.each(['SIGKILL', 'SIGTERM'] as const)('continues after %s at any moment, with each order once', async (signal) => {
  const file = freshFile('orders.csv');
  for (let requests = 1; requests <= 4; requests++) {
    const server = await aFaultyServer();
    const { child, ended } = books.startOps(['order', 'export', ...period, '--file', file], server.url);
    await until(() => server.seen.length >= requests || child.exitCode !== null);
    child.kill(signal);
    await ended;
  }
  expect((await books.ops(['order', 'export', ...period, '--file', file])).code).toBe(0);
  expect(rowsIn(file).map(({ number }) => number)).toEqual(numbers);
});

test('misses no payment of an order that changes while it runs, and writes none twice', async () => {
  const oldest = (await books.store.getOrders({ updated_from: '2000-01-01T00:00:00Z', limit: 100 })).orders;
  const last = (await Array.fromAsync(books.store.orders({ updated_from: '2000-01-01T00:00:00Z' }))).at(-1);
  const [first, late] = [oldest[0]?.number as string, last?.number as string];
  // After the first page, two orders change and move past the end of the walk: one already written, one not.
  const change: Fault = async (forward) => {
    for (const number of [first, late]) await books.store.updateOrder({ number, note: 'changed' });
    return forward();
  };
  const file = freshFile('payments.csv');
  const { url } = await aFaultyServer(pass, pass, change);
  expect((await books.ops(['payment', 'export', ...always, '--file', file], url)).code).toBe(0);
  const written = rowsIn(file).map(({ order }) => order);
  expect(written.toSorted()).toEqual(numbers.toSorted());
  expect(written.slice(0, 500)).not.toContain(late);
});

/** Responds like a store with this many orders, all copies of one order with one payment. */
async function aLargeStore(size: number): Promise<string> {
  const [order] = await Array.fromAsync(books.store.orders({ limit: 1 }));
  const own = await books.store.getOwnKey();
  const { url } = await aReceiver((request) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const length = Math.min(Number(query.get('limit') ?? 100), size - from);
    const orders = Array.from({ length }, (_, i) => ({ ...order, number: `${1001 + from + i}` }));
    const next_cursor = from + length < size ? `${from + length}` : null;
    const list = { orders, next_cursor, synced_until: new Date().toISOString() };
    return { body: { payload: request.url.startsWith('/v1/management/key/own') ? own : list } };
  });
  return new URL(url).origin;
}

test.each(['order', 'payment'])('exports %ss of 100,000 orders in a heap of 40 MB', async (noun) => {
  const size = 100_000;
  const file = freshFile('large.csv');
  const env = { STORE_URL: await aLargeStore(size), STORE_API_KEY: books.key };
  const command = [process.execPath, '--max-old-space-size=40', '--max-semi-space-size=1', `${root}apps/ops/ops.ts`];
  const ran = await run([...command, noun, 'export', ...always, '--file', file], { env });
  expect(ran).toMatchObject({ code: 0, stdout: `${size} ${noun}s written to ${file}.\n` });
});
