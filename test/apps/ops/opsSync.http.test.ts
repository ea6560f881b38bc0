import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { aBookkeeper } from '../../support/books.ts';
import { aFaultyServer } from '../../support/faultyServer.ts';
import { tempFile } from '../../support/imports.ts';
import { start } from '../../support/run.ts';

const since = ['--since', '2000-01-01'];
const fresh = () => `${tempFile('')}.state`;
const withState = (text: string) => [...since, '--file', tempFile(text)];
const books = await aBookkeeper();

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const ordersOf = (text: string) => linesOf(text).map((line) => JSON.parse(line));
const stateIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('prints each changed order as one JSON line, the oldest change first', async () => {
  const { store, place, ops } = await aBookkeeper();
  const [first, second] = [await place(10), await place(20)];
  const paid = await store.createPayment({ number: first.number });
  const { code, stdout, stderr } = await ops(['sync', ...since]);
  expect([code, stderr]).toEqual([0, '']);
  expect(ordersOf(stdout)).toEqual([second, await store.getOrder({ number: first.number })]);
  const changedLast = await ops(['sync', '--since', paid.recorded]);
  expect(ordersOf(changedLast.stdout).map(({ number }) => number)).toEqual([first.number]);
  expect((await ops(['sync', '--since', '2999-01-01'])).stdout).toBe('');
});

test('the next run begins where the last one ended', async () => {
  const { place, ops } = await aBookkeeper();
  const file = fresh();
  const server = await aFaultyServer();
  const order = await place(10);
  await ops(['sync', ...since, '--file', file], server.url);
  const state = stateIn(file);
  expect(state).toMatchObject({ cursor: null, printing: false, since: expect.stringMatching(/Z$/) });
  expect(Date.parse(order.created) - Date.parse(state.since)).toBeGreaterThan(0);
  const other = await place(20);
  const { stdout } = await ops(['sync', '--file', file], server.url);
  expect(server.seen.at(-1)?.url).toContain(`updated_from=${encodeURIComponent(state.since)}`);
  expect(ordersOf(stdout)).toContainEqual(other);
  // A different --since does not start over.
  await ops(['sync', ...since, '--file', file], server.url);
  expect(server.seen.at(-1)?.url).not.toContain('2000-01-01');
});

test('a cursor that is no longer valid starts the walk over', async () => {
  const file = fresh();
  const { number } = await books.place(10);
  writeFileSync(
    file,
    JSON.stringify({ tenant: books.tenant.id, since: '2000-01-01T00:00:00.000Z', cursor: 'x.y', printing: false }),
  );
  const { code, stdout } = await books.ops(['sync', '--file', file]);
  expect([code, ordersOf(stdout).at(-1).number, stateIn(file).cursor]).toEqual([0, number, null]);
});

test.each([
  [[], 2, '--since is required on the first run: there is no saved state to continue from.'],
  [
    ['--since', 'monday'],
    2,
    /^--since must be a day from 1970 to 9998, such as 2026-10-01, or a time with its zone, .*; not "monday"\.$/,
  ],
  [withState('{"a":1}'), 1, /was not written by `npm run ops -- sync`\. Choose another file, or delete it to start over\.$/],
  [withState('torn {'), 1, /was not written by `npm run ops -- sync`\./],
  [withState('{"tenant":"ten_other","since":"2026"}'), 1, /belongs to another store \(ten_other\)\. Choose another file\.$/],
  [[...since, '--file', '/nowhere/state'], 1, /^Cannot write \/nowhere\/state: /],
])('%j ends with one line', async (options, code, line) => {
  const ran = await books.ops(['sync', ...options]);
  expect([ran.code, ran.stdout]).toEqual([code, '']);
  if (typeof line === 'string') expect(ran.stderr).toBe(`${line}\n`);
  else expect(ran.stderr.trimEnd()).toMatch(line);
});

test('killed at random moments while orders change, it ends with the last version of every order', async () => {
  const { key, placeMany, store, ops } = await aBookkeeper();
  const numbers = (await placeMany(250, (i) => i + 1)).map(({ number }) => number);
  const [file, output] = [fresh(), tempFile('', 'changes.jsonl')];
  const command = `exec ${process.execPath} apps/ops/ops.ts sync ${since.join(' ')} --file ${file} >> ${output}`;
  const env = { STORE_URL: process.env.BASE_URL, STORE_API_KEY: key };
  let changing = true;
  const changes = (async () => {
    for (let i = 0; changing; i++) {
      await store.updateOrder({ number: numbers[Math.floor(Math.random() * numbers.length)] as string, note: `change ${i}` });
      await sleep(20);
    }
  })();
  for (let kill = 0; kill < 10; kill++) {
    const printed = readFileSync(output).length;
    const { child, ended } = start(['sh', '-c', command], { env });
    while (readFileSync(output).length === printed && child.exitCode === null) await sleep(1);
    await sleep(Math.random() * 30);
    child.kill('SIGKILL');
    await ended;
  }
  changing = false;
  await changes;
  const last = await ops(['sync', '--file', file]);
  const lines = linesOf(readFileSync(output, 'utf8') + last.stdout);
  const versions = new Map<string, number>();
  for (const { number, version } of lines.flatMap(parsed)) versions.set(number, Math.max(version, versions.get(number) ?? 0));
  const orders = await Array.fromAsync(store.orders());
  const missed = orders.filter(({ number, version }) => versions.get(number) !== version);
  expect(missed.map(({ number }) => number)).toEqual([]);
});

/** A kill may leave half a line. */
function parsed(line: string): { number: string; version: number }[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
