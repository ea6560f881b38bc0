import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Program } from '../../infra/local/childProgram.ts';
import { freePort } from '../../infra/local/freePort.ts';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import { aDatabaseProxy, type DatabaseRequest, type Watch } from '../support/databaseProxy.ts';
import { read } from '../support/orders.ts';
import { passMinute } from '../support/passMinute.ts';
import { until } from '../support/receiver.ts';
import { freshFolder, type Service, startService, stopService } from '../support/service.ts';
import { walk } from '../support/walk.ts';
import { aWebhookStore, deliveriesOf, placeOne, type WebhookStore } from '../support/webhooks.ts';

const PLATFORM_API_KEY = 'a-key-of-the-kill-test';
const DATA_DIR = freshFolder();
const PORT = `${await freePort()}`;
let engine: Program;
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>;
let service: Service;

async function start() {
  const settings = { PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', DATA_DIR, PORT };
  service = await startService({ ...settings, DYNAMODB_ENDPOINT: proxy.endpoint });
  // Calls in this file go to the service that it kills.
  Object.assign(process.env, { BASE_URL: service.url, PLATFORM_API_KEY });
}

beforeAll(async () => {
  engine = await startDatabase(undefined);
  proxy = await aDatabaseProxy(engine.endpoint);
  await start();
});
afterAll(async () => {
  await stopService(service);
  await engine.stop();
});

const at =
  (where: 'before' | 'after', command: string, sk: RegExp, name?: string): Watch =>
  (request: DatabaseRequest) =>
    request.command === command && sk.test(request.sk) && (!name || request.names.includes(name)) ? where : undefined;

const [order, delivery, webhook] = [/^ORDER#/, /^DELIVERY#/, /^WEBHOOK#confirm-order$/];
const both = / ?DELIVERY#\S+ ?/;

const steps: [string, Watch | 'the call'][] = [
  ['before the order is committed', at('before', 'TransactWriteItems', both)],
  ['between the commit and the message to the queue', at('after', 'TransactWriteItems', both)],
  ['as the message is handled', at('before', 'BatchGetItem', both)],
  ['between the message and the claim', at('after', 'BatchGetItem', both)],
  ['as the delivery is claimed', at('before', 'UpdateItem', delivery, 'tries')],
  ['between the claim and the call', at('after', 'UpdateItem', delivery, 'tries')],
  ['as the order is read for the call', at('after', 'GetItem', order)],
  ['during the call', 'the call'],
  ['between the call and the change that the response makes', at('before', 'PutItem', order)],
  ['between the change that the response makes and the record', at('after', 'PutItem', order)],
  ['as the call is recorded', at('before', 'UpdateItem', delivery, 'attempts')],
  ['after the call was recorded', at('after', 'UpdateItem', delivery, 'attempts')],
  ['as health is recorded', at('before', 'UpdateItem', webhook, 'last_success')],
];

async function restartAndDeliver(store: WebhookStore) {
  await passMinute(engine.endpoint);
  await start();
  await until(
    async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'),
    20,
    () => 'deliveries',
  );
}

test.each(steps)('if killed %s, every placed order is delivered with one id and takes effect once', async (_, step) => {
  const authorizing = { body: { authorized: true } };
  const store = await aWebhookStore(authorizing);
  const kill = () => stopService(service, 'SIGKILL');
  if (step === 'the call') store.receiver.answers(() => void kill(), authorizing);
  else proxy.killAt(step, kill);
  const number = await placeOne(store).catch(() => undefined);
  expect(await service.exited).toBeNull();
  await restartAndDeliver(store);

  const orders = await walk('getOrders', { as: store.key });
  // An order that was confirmed to the client exists. Without a response, it may or may not exist.
  if (number) expect(orders).toMatchObject([{ number }]);
  expect(orders.length).toBeLessThanOrEqual(1);
  const { received } = store.receiver;
  const numbers = new Set(received.map(({ json }) => json.data.order.number));
  expect(numbers).toEqual(new Set(orders.map((each) => each.number)));
  expect(store.receiver.events().size).toBe(orders.length);
  expect((await deliveriesOf(store)).map(({ id }) => id)).toEqual([...store.receiver.events()]);
  expect(received.length).toBeLessThanOrEqual(2);
  for (const each of numbers) expect(await read(store, each)).toMatchObject({ authorized: true, version: 2 });
});
