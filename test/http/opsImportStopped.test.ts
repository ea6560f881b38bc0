import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aFaultyServer, answering, type Fault, silence } from '../support/faultyServer.ts';
import { anEmptyStore, fileOf, many } from '../support/imports.ts';
import { startOps } from '../support/ops.ts';
import { until } from '../support/receiver.ts';

const pass: Fault = (forward) => forward();
type Server = Awaited<ReturnType<typeof aFaultyServer>>;

/** The SKUs that were sent over it, in their order; the very first request asks for the tenant. */
const sentOver = ({ seen }: Server) => seen.flatMap(({ method, url }) => (method === 'PUT' ? [url.split('/').at(-1)] : []));

/** A server that refuses every key once so many products have passed. */
const refusingAfter = (count: number) =>
  aFaultyServer(...Array<Fault>(count + 1).fill(pass), ...Array<Fault>(20).fill(answering(401)));

test('an import that fails goes on where it was, and puts nothing twice that was done', async () => {
  const { bySku, importing } = await anEmptyStore();
  const file = fileOf(`${many(60)}BAD,,1,1,\n`);
  const failing = await refusingAfter(40);
  const failed = await importing(file, failing);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/\(unknown_answer\) Stopped after 40 of 61 products; the same command goes on from there\.\n$/);
  appendFileSync(`${file}.progress`, '{"at":5');
  const sound = await aFaultyServer();
  const again = await importing(file, sound);
  expect(again.stdout).toMatch('60 of 61 products imported, 40 of them before it was stopped, 1 refused.\n');
  expect(sentOver(sound)).toHaveLength(20);
  expect(new Set([...sentOver(failing).slice(0, 40), ...sentOver(sound)]).size).toBe(60);
  expect((await bySku()).size).toBe(60);
  expect(existsSync(`${file}.progress`)).toBe(false);
});

test('what was refused before it was stopped is told in the end too', async () => {
  const { importing } = await anEmptyStore();
  const file = fileOf(`sku,name,price,stock,weight\nFINE,Too fine,0.999,1,1\n${many(20).split('\n').slice(1).join('\n')}`);
  await importing(file, await refusingAfter(10));
  const sound = await aFaultyServer();
  expect((await importing(file, sound)).stdout).toMatch(
    /^20 of 21 products imported, .*, 1 refused\.\n[\s\S]*2 +FINE +price: has more/,
  );
  expect(sentOver(sound)).not.toContain('FINE');
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'stopped by %s it ends what is under way, and no product is sent twice',
  async (signal) => {
    const { key, bySku, importing } = await anEmptyStore();
    const file = fileOf(many(400));
    const [first, second] = [await aFaultyServer(), await aFaultyServer()];
    const stopped = startOps(['product', 'import', file], { STORE_URL: first.url, STORE_API_KEY: key });
    await until(() => first.seen.length > 40);
    stopped.child.kill(signal);
    const { code, stderr } = await stopped.ended;
    const done = sentOver(first).length;
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^Stopped after ${done} of 400 products; `)]);
    const again = await importing(file, second);
    expect(again.stdout).toBe(`400 of 400 products imported, ${done} of them before it was stopped, 0 refused.\n`);
    expect(sentOver(second)).toHaveLength(400 - done);
    expect((await bySku()).size).toBe(400);
  },
);

test('killed it sends again only what was under way, whichever line that was', async () => {
  const { key, bySku, importing } = await anEmptyStore();
  const file = fileOf(many(200));
  const [first, second] = [await aFaultyServer(pass, silence), await aFaultyServer()];
  const killed = startOps(['product', 'import', file], { STORE_URL: first.url, STORE_API_KEY: key });
  await until(() => first.seen.length > 60);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [unanswered] = sentOver(first);
  expect((await importing(file, second)).stdout).toMatch(/^200 of 200 products imported, /);
  const twice = sentOver(second).filter((sku) => sentOver(first).includes(sku));
  expect(twice).toContain(unanswered);
  expect(twice.length).toBeLessThanOrEqual(8);
  expect((await bySku()).size).toBe(200);
});

test('into another store it begins anew', async () => {
  const [one, other] = [await anEmptyStore(), await anEmptyStore()];
  const file = fileOf(many(20));
  expect((await one.importing(file, await refusingAfter(10))).stderr).toMatch(/Stopped after 10 of 20/);
  expect((await other.importing(file)).stdout).toBe('20 of 20 products imported, 0 refused.\n');
  expect((await other.bySku()).size).toBe(20);
});

test('a file that was changed is imported anew', async () => {
  const { bySku, importing } = await anEmptyStore();
  const file = fileOf(many(20));
  expect((await importing(file, await refusingAfter(10))).stderr).toMatch(/Stopped after 10 of 20/);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Product', 'Ware'));
  expect((await importing(file)).stdout).toBe('20 of 20 products imported, 0 refused.\n');
  expect([...(await bySku()).values()].filter(({ name }) => name.startsWith('Ware'))).toHaveLength(20);
});
