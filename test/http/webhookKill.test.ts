import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEmbedded } from '../../infra/local/database.ts';
import type { Program } from '../../infra/local/program.ts';
import { aDatabaseProxy, type Passing, type Watch } from '../support/databaseProxy.ts';
import { read } from '../support/orders.ts';
import { passMinute } from '../support/passMinute.ts';
import { until } from '../support/receiver.ts';
import { freshFolder, type Service, startService, stopService } from '../support/service.ts';
import { walk } from '../support/walk.ts';
import { aHookedStore, deliveriesOf, type HookedStore, placed } from '../support/webhooks.ts';

const PLATFORM_API_KEY = 'a-key-of-the-kill-test';
const DATA_DIR = freshFolder();
let engine: Program;
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>;
let service: Service;

async function start() {
  const settings = { PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', DATA_DIR };
  service = await startService({
    ...settings,
    PORT: new URL(service?.url ?? 'http://x:0').port || '0',
    DYNAMODB_ENDPOINT: proxy.endpoint,
  });
  // The calls of this file go to the service that it kills.
  Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
}

beforeAll(async () => {
  engine = await startEmbedded(undefined);
  proxy = await aDatabaseProxy(engine.endpoint);
  await start();
}, 30_000);
afterAll(async () => {
  await stopService(service);
  proxy.close();
  await engine.stop();
});

const at =
  (where: 'before' | 'after', command: string, sk: RegExp, name?: string): Watch =>
  (passing: Passing) =>
    passing.command === command && sk.test(passing.sk) && (!name || passing.names.includes(name)) ? where : undefined;

const [order, delivery, webhook] = [/^ORDER#/, /^DELIVERY#/, /^WEBHOOK#confirm-order$/];
const both = / ?DELIVERY#\S+ ?/;

const steps: [string, Watch | 'the call'][] = [
  ['before the order is committed', at('before', 'TransactWriteItems', both)],
  ['between the commit and the ring', at('after', 'TransactWriteItems', both)],
  ['as it is rung for', at('before', 'BatchGetItem', both)],
  ['between the ring and the claim', at('after', 'BatchGetItem', both)],
  ['as it is claimed', at('before', 'UpdateItem', delivery, 'tries')],
  ['between the claim and the call', at('after', 'UpdateItem', delivery, 'tries')],
  ['as the order is read for the call', at('after', 'GetItem', order)],
  ['in the call', 'the call'],
  ['between the call and what the answer changes', at('before', 'PutItem', order)],
  ['between what the answer changes and the record', at('after', 'PutItem', order)],
  ['as the call is recorded', at('before', 'UpdateItem', delivery, 'attempts')],
  ['after the call was recorded', at('after', 'UpdateItem', delivery, 'attempts')],
  ['as health is recorded', at('before', 'UpdateItem', webhook, 'last_success')],
];

async function carriedOn(store: HookedStore) {
  await passMinute(engine.endpoint);
  await start();
  await until(
    async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'),
    20,
    () => 'deliveries',
  );
}

test.each(steps)(
  'killed %s, every order that was placed is delivered, under one id, and has one effect',
  async (_, step) => {
    const authorizing = { body: { authorized: true } };
    const store = await aHookedStore(authorizing);
    const kill = () => stopService(service, 'SIGKILL');
    if (step === 'the call') store.receiver.answers(() => void kill(), authorizing);
    else proxy.strike(step, kill);
    const number = await placed(store).catch(() => undefined);
    expect(await service.exited).toBeNull();
    await carriedOn(store);

    const orders = await walk('getOrders', { as: store.key });
    // Whoever was told that his order is placed finds it; of one who was told nothing it may be there or not.
    if (number) expect(orders).toMatchObject([{ number }]);
    expect(orders.length).toBeLessThanOrEqual(1);
    const { received } = store.receiver;
    const numbers = new Set(received.map(({ json }) => json.data.order.number));
    expect(numbers).toEqual(new Set(orders.map((each) => each.number)));
    expect(store.receiver.events().size).toBe(orders.length);
    expect((await deliveriesOf(store)).map(({ id }) => id)).toEqual([...store.receiver.events()]);
    expect(received.length).toBeLessThanOrEqual(2);
    for (const each of numbers) expect(await read(store, each)).toMatchObject({ authorized: true, version: 2 });
  },
  60_000,
);
