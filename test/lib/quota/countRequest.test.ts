import { beforeEach, describe, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../../support/actors.ts';
import { type Answer, call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsIn } from '../../support/database.ts';
import { anOrder, aProduct, times } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

process.env.QUOTAS = JSON.stringify({ trial: 8, plan1: 12, plan2: 100 });

const clocks = fakeClocks();
let store: Store;

/** Each test starts at the beginning of a window. */
beforeEach(async () => {
  store = await aStore();
  clocks.advance(10 - ((Date.now() / 1000) % 10));
});

async function ask(count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i++) answers.push(await call('getLegal', { as: store.key }));
  return answers;
}
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

describe('the quota of a store', () => {
  test('is that of plan1 if the store has no plan', async () => {
    const answers = await ask(13);
    expect(statuses(answers)).toEqual([...Array(12).fill(200), 429]);
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-policy': '"tenant";q=12;w=10', ratelimit: '"tenant";r=11;t=10' });
    clocks.advance(4);
    const [rejected] = await ask(1);
    expect(rejected).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(rejected?.body.description).toBe(
      'Your store has used up its quota of 12 requests per 10 seconds. Try again in 6 seconds.',
    );
    expect(rejected?.headers).toMatchObject({ 'retry-after': '6', ratelimit: '"tenant";r=0;t=6' });
    clocks.advance(6);
    expect(statuses(await ask(1))).toEqual([200]);
  });

  test('is that of the plan of the store', async () => {
    await call('setStorePlan', { as: platform, body: { tenant: store.tenant.id, override_plan: 'trial' } });
    expect(statuses(await ask(9))).toEqual([...Array(8).fill(200), 429]);
  });

  test('counts a response once for each started 256 KB', async () => {
    await call('setStorePlan', { as: platform, body: { tenant: store.tenant.id, override_plan: 'plan2' } });
    const lines = Array(90).fill({ sku: await aProduct(store), quantity: 1, name: '🚲'.repeat(200) });
    await times(20, () => anOrder(store, { lines }));
    clocks.advance(10);
    const left = ({ headers }: Answer) => Number(/r=(\d+)/.exec(headers.ratelimit as string)?.[1]);
    const list = (limit: string) => call('getOrders', { as: store.key, query: { limit } });
    const [small, large] = [await list('1'), await list('4')];
    const units = ({ text }: Answer) => Math.ceil(Buffer.byteLength(text) / (256 * 1024));
    expect([units(small), units(large)]).toEqual([1, 2]);
    expect([left(small), left(large)]).toEqual([99, 97]);
    clocks.advance(10);
    const all = await list('20');
    const [counted] = (await itemsIn(`QUOTA#${store.tenant.id}`)).slice(-1);
    expect(units(all)).toBeGreaterThan(5);
    expect(Object.entries(counted ?? {}).filter(([name]) => name.startsWith('i_'))).toEqual([[expect.any(String), units(all)]]);
  });

  test('does not apply to the platform', async () => {
    for (let i = 0; i < 15; i++) {
      const { status, headers } = await call('testKey', { as: platform });
      expect([status, headers.ratelimit]).toEqual([200, undefined]);
    }
  });

  test('is counted in an item that expires a minute after its window', async () => {
    const from = Date.now() / 1000;
    await ask(6);
    const items = () => itemsIn(`QUOTA#${store.tenant.id}`);
    await until(async () => (await items()).length > 0);
    const [item = {}, ...more] = await items();
    expect(more).toEqual([]);
    expect(item.expires_at).toBe(Math.round(from) + 10 + 60);
    expect(Object.entries(item).filter(([name]) => name.startsWith('i_'))).toEqual([[expect.any(String), 6]]);
  });
});
