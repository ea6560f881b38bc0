import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deleteTenant } from '../../../infra/commands/deleteTenant.ts';
import { copyChanges } from '../../../infra/commands/restore/copyLost.ts';
import type { LostChange } from '../../../infra/commands/restore/lostChanges.ts';
import type { Item } from '../../../infra/commands/restore/readPages.ts';
import { raiseNumbers, reconcileTables } from '../../../infra/commands/restore/reconcile.ts';
import { createTable } from '../../../infra/local/localTable.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { orderKey } from '../../../lib/order/orderItem.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { notDue } from '../../../lib/webhook/due.ts';
import { webhookKey } from '../../../lib/webhook/webhookItem.ts';
import { aStore, aTenant, platform, suspend, uniqueName } from '../../support/actors.ts';
import { type Answer, call } from '../../support/call.ts';
import { runFollower, setFollower } from '../../support/followers.ts';
import { beforeCall, withFaults } from '../../support/injectFault.ts';
import { anOrder, aProduct, keyed, pay, place, ship, split, stockOf, times, update } from '../../support/orders.ts';
import { ownTable } from '../../support/ownTable.ts';
import { aReceiver } from '../../support/receiver.ts';
import { seed } from '../../support/sample.ts';
import { freshFolder } from '../../support/service.ts';
import { aPerson, create, update as updateUser } from '../../support/users.ts';
import { walk } from '../../support/walk.ts';
import { aWebhookStore, deliverDue, deliveriesOf, placeOne, resumeDeliveries, setUrl } from '../../support/webhooks.ts';

await ownTable();

/** The service uses the target throughout: its items are first the old ones, then those of the restored time. */
const target = process.env.TABLE_NAME as string;
const source = `${target}-old`;
const list = join(freshFolder(), 'lost.jsonl');

const client = new DynamoDB();
const documents = DynamoDBDocument.from(client);
const tables = { client, documents, source, target };
const policies: string[] = [];
client.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      // Only AWS has policies of tables.
      if (commandName !== 'PutResourcePolicyCommand') return next(args);
      policies.push((args.input as unknown as { ResourceArn: string }).ResourceArn);
      return { output: {} as never, response: {} };
    },
  { step: 'initialize', name: 'policies' },
);

beforeAll(() => createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, source));
afterAll(() => client.destroy());

const itemsIn = async (TableName: string) =>
  (await Array.fromAsync(paginateScan({ client: documents }, { TableName }))).flatMap(({ Items = [] }) => Items as Item[]);

/** Restores the items, and keeps the present ones in the old table. */
async function goBackTo(restored: Item[]) {
  for (const Item of await itemsIn(target)) {
    const { pk, sk } = Item;
    await documents.put({ TableName: source, Item });
    await documents.delete({ TableName: target, Key: { pk, sk } });
  }
  for (const Item of restored) await documents.put({ TableName: target, Item });
}

/** What a command prints. */
async function printed(command: (print: (line: string) => void) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  await command((line) => lines.push(line));
  return lines.join('\n');
}

const reconciled = () => printed((print) => reconcileTables(tables, list, print));
const copied = () => printed((print) => copyChanges(tables, list, print));
const listed = () =>
  readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((line): LostChange => JSON.parse(line));

type Store = Awaited<ReturnType<typeof aShop>>;

/** A change that the service acknowledged, with a request that repeats it. The name is unique, and stored with the change. */
type Effect = { store: Store; kind: string; name: string; units?: number; order?: string; repeat: () => Promise<Answer> };

const effects: Effect[] = [];
const revoked: { id: string; secret: string }[] = [];
const received: string[] = [];
let sent = 0;

async function aShop() {
  const store = await aStore();
  const receiver = await aReceiver(({ headers }) => {
    received.push(headers['webhook-id'] as string);
    return { body: {} };
  });
  await setUrl(store, receiver.url);
  await setFollower(store, { url: (await aReceiver()).url });
  for (const sku of ['TEA', 'CUP']) {
    await call('putProduct', { as: store.key, params: { sku }, body: { name: sku, price: 10, stock: 500 } });
  }
  return { ...store, placed: [] as Order[], keys: [] as typeof revoked };
}

const step = fc.record({
  store: fc.nat(2),
  order: fc.nat(),
  units: fc.integer({ min: 1, max: 4 }),
  kind: fc.oneof(
    ...Object.entries({ place: 35, pay: 30, refund: 7, adjust: 8, revoke: 6, ship: 6, unship: 3, cancel: 5 }).map(
      ([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }),
    ),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const traffic: Step[] = fc.sample(step, { seed: Number(seed), numRuns: 135 });

async function serve(stores: Store[], steps: Step[]): Promise<Effect[]> {
  const before = effects.length;
  for (const [i, step] of steps.entries()) {
    await take(stores[step.store] as Store, step);
    if (i % 15 === 0) for (const store of stores) await deliverDue(store);
  }
  return effects.slice(before);
}

async function take(store: Store, { kind, order, units }: Step): Promise<unknown> {
  const name = `${kind}-${sent++}`;
  const headers = keyed(name);
  const done = async (repeat: () => Promise<Answer>, more: object = {}) => {
    const answer = await repeat();
    if (answer.status < 300) effects.push({ store, kind, name, repeat, ...more });
    return answer.payload;
  };
  const placed = store.placed[order % store.placed.length];
  if (kind === 'adjust') {
    const body = { adjust: units, reason: name };
    return done(() => call('adjustStock', { as: store.key, params: { sku: 'TEA' }, body, headers }), { units });
  }
  if (kind === 'revoke') return revoke(store);
  if (kind === 'place' || !placed) {
    const lines = [
      { sku: 'TEA', quantity: units },
      { sku: 'CUP', quantity: 1 },
    ];
    const { orders } = await done(() => place(store, { lines, note: name, authorized: true }, headers));
    (effects.at(-1) as Effect).order = orders.number;
    return store.placed.push(orders);
  }
  const { number } = placed;
  const amount = kind === 'refund' ? { method: 'refund', total: -1 } : { total: units };
  if (kind === 'pay' || kind === 'refund')
    return done(() => pay(store, number, { ...amount, transaction_data: { name } }, headers), { order: number });
  if (kind === 'cancel') {
    store.placed.splice(order % store.placed.length, 1);
    return update(store, number, { cancelled: true, restock: true });
  }
  return ship(store, placed, { state: kind === 'ship' ? 'shipped' : 'ready' });
}

/** Revokes a key that was issued earlier, and issues another. None is used before the end, since used ones are cached. */
async function revoke({ key: as, keys }: Store) {
  const { key, secret } = (await call('issueOwnKey', { as, body: {} })).payload;
  keys.push({ id: key.id, secret });
  if (keys.length < 2) return;
  const oldest = keys.shift() as Store['keys'][number];
  revoked.push(oldest);
  await call('revokeOwnKey', { as, params: { key_id: oldest.id } });
}

const ordersOf = async ({ key }: Store) => (await walk('getOrders', { as: key })) as unknown as Order[];

/** A store must have exactly the orders and payments that were acknowledged. Compares their names. */
async function mustHaveAcknowledged(store: Store) {
  const found = (await ordersOf(store)).flatMap(({ note, payments }) => [
    note,
    ...payments.map(({ transaction_data }) => transaction_data.name),
  ]);
  const own = effects.filter((effect) => effect.store === store && effect.kind !== 'adjust');
  expect(found.sort()).toEqual(own.map(({ name }) => name).sort());
}

/** What the stock of a product must be, given the orders and the adjustments of a store. */
async function expectedStock(store: Store, sku: string): Promise<[number, number]> {
  const adjusted = effects.filter((effect) => effect.store === store && sku === 'TEA').map(({ units = 0 }) => units);
  let [available, reserved] = [500 + adjusted.reduce((sum, units) => sum + units, 0), 0];
  for (const { cancelled, shipments } of await ordersOf(store)) {
    for (const { state, lines } of shipments) {
      const units = lines.filter((line) => line.sku === sku).reduce((sum, { quantity }) => sum + quantity, 0);
      if (state !== 'ready' || !cancelled) available -= units;
      if (state === 'ready' && !cancelled) reserved += units;
    }
  }
  return [available, reserved];
}

test(`a restore with traffic lists all changes, doubles none, and re-opens no key (SEED=${seed})`, async () => {
  const stores = [await aShop(), await aShop(), await aShop()];
  await serve(stores, traffic.slice(0, 45));
  await revoke(stores[0] as Store);
  const restored = await itemsIn(target);
  const [{ id: revokedSince }] = (stores[0] as Store).keys as [Store['keys'][number]];
  const since = await serve(stores, traffic.slice(45, 90));
  await revoke(stores[0] as Store);
  const opened = await aShop();
  await take(opened, { ...(traffic[0] as Step), kind: 'place' });
  await deliverDue(opened);
  for (const store of stores) await runFollower(store);
  const before = received.length;
  await goBackTo(restored);

  const summary = await reconciled();
  expect(policies).toEqual([expect.stringMatching(new RegExp(`:table/${source}$`))]);
  expect(summary.match(/^Keys revoked in .*$/m)?.[0]).toContain(revokedSince);
  const orderLines = listed().filter(({ kind, copy }) => kind === 'order' && copy);
  const productLines = listed().filter(({ kind }) => kind === 'product');
  const isListed = ({ store, kind, order = '' }: Effect) =>
    (kind === 'adjust' ? productLines : orderLines).some(
      ({ pk, sk }) => pk === `T#${store.tenant.id}` && (kind === 'adjust' || sk === `ORDER#${order.padStart(12, '0')}`),
    );
  expect(since.length).toBeGreaterThan(20);
  const isOfWebhook = ({ kind, change }: LostChange) => change === 'changed' && ['position', 'webhook'].includes(kind);
  expect(listed().filter(isOfWebhook)).toEqual([]);
  expect(since.filter((effect) => !isListed(effect))).toEqual([]);

  expect(await copied()).toMatch(/^Changes of the list that are in the new table: [1-9]\d*\.$/);
  for (const store of [...stores, opened]) await mustHaveAcknowledged(store);
  // Clients repeat every request whose outcome they do not know, and go on.
  for (const { repeat } of since) expect((await repeat()).status).toBeLessThan(300);
  await serve(stores, traffic.slice(90));
  await take(opened, { ...(traffic[0] as Step), kind: 'place' });
  for (const store of [...stores, opened]) {
    await deliverDue(store);
    await mustHaveAcknowledged(store);
    for (const sku of ['TEA', 'CUP']) expect(await stockOf(store, sku)).toEqual(await expectedStock(store, sku));
    for (const { total, credited, cancelled, paid, refunded, balance, payments } of await ordersOf(store)) {
      const sum = payments.reduce((all, payment) => all + payment.total, 0);
      expect([paid - refunded, balance]).toEqual([sum, (cancelled ? 0 : total - credited) - sum]);
    }
  }
  expect(received.length).toBeGreaterThan(before);
  expect(new Set(received).size).toBe(received.length);
  for (const { secret } of revoked) expect((await call('getOwnTenant', { as: secret })).status).toBe(401);
});

const reserveCups = ({ tenant }: Store, units: number) =>
  documents.update({
    TableName: target,
    Key: { pk: `T#${tenant.id}`, sk: 'PRODUCT#CUP' },
    UpdateExpression: 'SET reserved = :units',
    ExpressionAttributeValues: { ':units': units },
  });

test('what the new table has changed too is listed, and left as it is', async () => {
  const store = await aShop();
  const lines = [{ sku: 'TEA', quantity: 2 }];
  const [order, other] = [await anOrder(store, { lines }), await anOrder(store, { lines })];
  const restored = await itemsIn(target);
  const request = () => place(store, { lines, note: 'once' }, keyed('order'));
  const adjust = () =>
    call('adjustStock', { as: store.key, params: { sku: 'TEA' }, body: { adjust: 5 }, headers: keyed('stock') });
  for (const write of [() => pay(store, order.number, { total: 7 }), () => pay(store, other.number), request, adjust]) {
    expect((await write()).status).toBeLessThan(300);
  }
  await goBackTo(restored);

  // The service continues with the restored table, and clients repeat what they sent.
  const day = new Date();
  const raise = () => printed((print) => raiseNumbers(client, target, day, print));
  expect(await raise()).toMatch(/^Raised the next order numbers of [1-9]\d* stores by at least 100,000\.$/);
  expect(await raise()).toMatch(
    /^Raised the next order numbers of 0 stores by at least 100,000 \([1-9]\d* were raised before\)\.$/,
  );
  await pay(store, order.number, { total: 3 });
  expect((await request()).payload.orders.number).toBe('101003');
  await adjust();
  // A backup may hold an order without its stock.
  await reserveCups(store, 3);
  const Key = { pk: `T#${store.tenant.id}`, sk: 'COUNTER' };
  const drawMany = { UpdateExpression: 'SET drawn = :many', ExpressionAttributeValues: { ':many': 500_000 } };
  await documents.update({ TableName: source, Key, ...drawMany });

  await reconciled();
  const own = listed().filter(({ pk }) => pk === Key.pk);
  const whatOf = (wanted: LostChange['kind']) =>
    own.filter(({ kind }) => kind === wanted).map(({ what, copy }) => `${what}${copy ? ', can be copied' : ''}`);
  expect(whatOf('order')).toEqual([
    expect.stringMatching(/^1001: version 2 to 2, pay_\w+ of 7$/),
    expect.stringMatching(/^1002: version 1 to 2, pay_\w+ of 20, can be copied$/),
    '1003: total 20, placed again as 101003',
  ]);
  expect(whatOf('idempotency record').toSorted()).toEqual([
    'TEA was adjusted in both tables: count its stock',
    'outcome 1003, now 101003',
  ]);
  const text = await copied();
  expect(text).toContain('The reserved units of these products were corrected.');
  expect(text).toMatch(new RegExp(`^${store.tenant.id} +CUP +3 +0$`, 'm'));
  expect(await stockOf(store, 'CUP')).toEqual([500, 0]);
  const orders = await ordersOf(store);
  expect(orders.map(({ number, paid }) => [number, paid])).toEqual([
    ['101003', 0],
    ['1002', 20],
    ['1001', 3],
  ]);
  expect(Number((await anOrder(store, { lines })).number)).toBeGreaterThan(600_000);
});

test('lists a change that DynamoDB rejects, and copies the others', async () => {
  const store = await aShop();
  const restored = await itemsIn(target);
  const { number } = await anOrder(store, { lines: [{ sku: 'CUP', quantity: 2 }] });
  await call('putProduct', { as: store.key, params: { sku: 'TEA' }, body: { name: 'TEA', price: 12, stock: 500 } });
  await goBackTo(restored);

  await reconciled();
  // Somebody allows a change that cannot be copied.
  const lines = listed().map((line) => ({ ...line, copy: line.copy || line.what.includes('price 10 to 12') }));
  writeFileSync(list, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(await copied()).toMatch(/^product +price 10 to 12\b.* DynamoDB rejects it: /m);
  expect(await copyChanges(tables, list, () => {})).toBe(false);
  expect((await ordersOf(store)).map((order) => order.number)).toEqual([number]);
});

test('parked deliveries are sent after a copy, but none without its order', async () => {
  const store = await aWebhookStore(410);
  // By then, the check that a new URL asks for has found nothing.
  await set(store.tenant.id as TenantId, webhookKey('confirm-order'), { ...notDue, found_none: true });
  const restored = await itemsIn(target);
  const [kept, dropped] = [await placeOne(store), await placeOne(store)];
  for (let i = 0; i < 2; i++) await deliverDue(store);
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await goBackTo(restored);

  await reconciled();
  const lines = listed().filter(({ sk }) => sk !== orderKey(dropped));
  writeFileSync(list, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(await copied()).toMatch(
    new RegExp(`^delivery +evt_\\w+ of order ${dropped}: waiting +its order was not copied$`, 'm'),
  );
  expect(await copied()).toContain('Changes of the list that are in the new table: ');
  store.receiver.answers({ body: {} });
  await resumeDeliveries(store);
  expect(await deliverDue(store)).toMatchObject([{ order: kept, state: 'delivered' }]);
});

test('lists a follower and a store that were removed since', async () => {
  const [store, closed] = [await aShop(), await aShop()];
  const restored = await itemsIn(target);
  await setFollower(store, { url: null });
  await suspend(closed, true);
  await deleteTenant(closed.tenant.id as TenantId, 'test', undefined, () => {});
  await goBackTo(restored);

  expect(await reconciled()).toMatch(/^webhook +0 +0 +1 +0 +1$/m);
  expect(statSync(list).mode & 0o777).toBe(0o600);
  const removed = listed().filter(({ change }) => change === 'removed');
  expect(removed.map(({ pk, what }) => [pk, what]).toSorted()).toEqual(
    [
      [`T#${store.tenant.id}`, 'order-changed was removed'],
      [`T#${closed.tenant.id}`, `${closed.tenant.name} was deleted`],
    ].toSorted(),
  );
});

test('claims nothing for changed stores and users, and copies no new ones whose claims are taken', async () => {
  const store = await aShop();
  const { id, name, owner } = store.tenant;
  const restored = await itemsIn(target);
  const [renamed, host, moved, person] = [uniqueName(), `${uniqueName()}.example.com`, aPerson().email, aPerson()];
  await call('updateTenant', { as: platform, params: { id }, body: { name: renamed } });
  await call('linkDomain', { as: platform, body: { tenant: renamed, host } });
  await updateUser(store, owner.id, { email: moved });
  expect((await create(store, person)).status).toBe(201);
  const opened = await aTenant();
  // They take what was given up.
  const heir = await aTenant({ name });
  const successor = (await create(store, { email: owner.email })).payload.user.id;
  await goBackTo(restored);

  await reconciled();
  const text = await copied();
  for (const kind of ['tenant', 'user'])
    expect(text).toMatch(new RegExp(`^${kind} .* its name, host or e-mail address is taken$`, 'm'));
  expect(await copyChanges(tables, list, () => {})).toBe(false);
  const findTenant = (known: string) => call('getTenant', { as: platform, params: { id: known } });
  expect([(await findTenant(name)).status, (await findTenant(renamed)).status]).toEqual([200, 404]);
  expect((await findTenant(heir.id)).status).toBe(404);
  expect((await updateUser(store, successor, { first_name: 'Eve' })).status).toBe(404);
  expect((await findTenant(opened.name)).payload.tenant).toMatchObject({ id: opened.id });
  const other = await aTenant({ name: renamed });
  expect((await call('linkDomain', { as: platform, body: { tenant: other.name, host } })).status).toBe(200);
  expect((await create(store, aPerson({ email: moved }))).status).toBe(201);
  expect((await create(store, person)).code).toBe('email_taken');
});

test('copies an order that needs more writes than one transaction can have', async () => {
  const store = await aShop();
  const skus = await times(90, () => aProduct(store, { stock: 5 }));
  const restored = await itemsIn(target);
  const names = { first_name: 'Ada', last_name: 'Byron', company: 'Engines' };
  const customer = { ...names, email: 'ada@example.com', phone: '+4915112345678' };
  const order = await anOrder(store, { lines: skus.map((sku) => ({ sku, quantity: 2 })), reference: 'R-1', customer });
  await ship(store, order, { tracking_number: 'P0' });
  for (const i of [1, 2, 3, 4]) {
    const part = { from: order.shipments[0]?.id, lines: [{ sku: skus[i], quantity: 1 }] };
    const { shipment } = (await split(store, order.number, part)).payload;
    await ship(store, { ...order, shipments: [shipment] }, { tracking_number: `P${i}` });
  }
  await goBackTo(restored);

  await reconciled();
  expect(await copied()).toMatch(/^Changes of the list that are in the new table: [1-9]/);
  expect(await stockOf(store, skus[89] as string)).toEqual([3, 2]);
  for (const q of ['ada@example.com', 'R-1', 'P0', 'P4']) {
    const { orders } = (await call('getOrders', { as: store.key, query: { q } })).payload;
    expect(orders).toMatchObject([{ number: order.number }]);
  }
});

test('does not correct reserved units that change meanwhile', async () => {
  const store = await aShop();
  await reserveCups(store, 3);
  writeFileSync(list, '');
  const plan = { command: 'UpdateItem', fault: beforeCall(() => reserveCups(store, 2)) };
  const copying = withFaults([plan], () => copyChanges(tables, list, () => {}));
  await expect(copying).rejects.toThrow(/^Orders for CUP \(ten_\w+\) changed meanwhile\. Close the service/);
  expect(await stockOf(store, 'CUP')).toEqual([500, 2]);
});
