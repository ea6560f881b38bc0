import { appendFileSync, existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aFaultyServer, answering, type Fault, noAnswer, pass } from '../../support/faultyServer.ts';
import { anEmptyStore, productsCsv, tempFile } from '../../support/imports.ts';
import { startOps } from '../../support/ops.ts';
import { until } from '../../support/receiver.ts';
import { start } from '../../support/run.ts';

type Server = Awaited<ReturnType<typeof aFaultyServer>>;

/** The SKUs that were sent through the server, in order. */
const sentOver = ({ seen }: Server) => seen.flatMap(({ method, url }) => (method === 'PUT' ? [url.split('/').at(-1)] : []));

/** A server with a proxy that answers itself after this many products. */
const rejectingAfter = (count: number) =>
  aFaultyServer(...Array<Fault>(count + 1).fill(pass), ...Array<Fault>(20).fill(answering(404)));

test('a failed import continues where it stopped, sends no finished product twice, and reports every rejected line', async () => {
  const { bySku, importFile } = await anEmptyStore();
  const [head, ...products] = productsCsv(60).split('\n');
  const file = tempFile([head, 'FINE,Too fine,0.999,1,1,1', ...products].join('\n'));
  const failing = await rejectingAfter(40);
  const failed = await importFile(file, failing);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(
    /\(invalid_response\) Stopped after 41 of 61 products\. Run the same command again to continue\.\n$/,
  );
  appendFileSync(`${file}.progress`, '{"at":5');
  const sound = await aFaultyServer();
  const again = await importFile(file, sound);
  expect(again.stdout).toMatch('60 of 61 products imported, 1 rejected; 41 handled before the interruption.\n');
  expect(again.stdout).toMatch(/2 +FINE +price: must have at most 2 decimal places in EUR/);
  expect(sentOver(sound)).toHaveLength(20);
  expect(new Set([...sentOver(failing).slice(0, 40), ...sentOver(sound)]).size).toBe(60);
  expect((await bySku()).size).toBe(60);
  expect(existsSync(`${file}.progress`)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s lets the requests in flight finish, so no product is sent twice',
  async (signal) => {
    const { key, bySku, importFile } = await anEmptyStore();
    const file = tempFile(productsCsv(400));
    const [first, second] = [await aFaultyServer(), await aFaultyServer()];
    const command = ['npm', 'run', '--silent', 'ops', '--', 'product', 'import', file];
    const stopped = start(command, { env: { STORE_URL: first.url, STORE_API_KEY: key } });
    await until(() => first.seen.length > 40);
    // A terminal sends SIGINT to all processes of its command, so the command also gets it from npm.
    if (signal === 'SIGINT') process.kill(-(stopped.child.pid as number), signal);
    else stopped.child.kill(signal);
    const { code, stderr } = await stopped.ended;
    const done = sentOver(first).length;
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^Stopped after ${done} of 400 products\\. `)]);
    const again = await importFile(file, second);
    expect(again.stdout).toBe(`400 of 400 products imported, 0 rejected; ${done} handled before the interruption.\n`);
    expect(sentOver(second)).toHaveLength(400 - done);
    expect((await bySku()).size).toBe(400);
  },
);

test('after a kill only the requests in flight are sent again, whichever lines they were', async () => {
  const { key, bySku, importFile } = await anEmptyStore();
  const file = tempFile(productsCsv(200));
  const [first, second] = [await aFaultyServer(pass, noAnswer), await aFaultyServer()];
  const killed = startOps(['product', 'import', file], { STORE_URL: first.url, STORE_API_KEY: key });
  await until(() => first.seen.length > 60);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [unanswered] = sentOver(first);
  expect((await importFile(file, second)).stdout).toMatch(/^200 of 200 products imported, 0 rejected; \d+ handled before/);
  const twice = sentOver(second).filter((sku) => sentOver(first).includes(sku));
  expect(twice).toContain(unanswered);
  expect(twice.length).toBeLessThanOrEqual(8);
  expect((await bySku()).size).toBe(200);
});

test('an import into another store starts over', async () => {
  const [one, other] = [await anEmptyStore(), await anEmptyStore()];
  const file = tempFile(productsCsv(20));
  expect((await one.importFile(file, await rejectingAfter(10))).stderr).toMatch(/Stopped after 10 of 20/);
  expect(await other.importFile(file)).toMatchObject({
    stdout: '20 of 20 products imported, 0 rejected.\n',
    stderr: `${file}.progress belongs to another version of the file or another store, so this starts over.\n`,
  });
  expect((await other.bySku()).size).toBe(20);
});
