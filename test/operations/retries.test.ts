import { describe, expect, test } from '@jest/globals';
import { routeOf, routes } from '../../lib/routes.ts';
import { aStore, aTenant, newTenant, platform, type Store, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { keysOf, revoke } from '../support/keys.ts';
import * as orders from '../support/orders.ts';
import { aPerson, create, update as updateUser } from '../support/users.ts';
import { auditOf, walk } from '../support/walk.ts';

type Write = {
  options: Options;
  /** Another valid body, for a request that may be impossible by then. */
  other: object;
  /** How often it took effect. */
  effects: () => Promise<number>;
  /** Changes what it made. Returns the payload that a repeat has after that, if it is not the first one. */
  change: () => Promise<unknown>;
  /** Makes the request impossible, and possible again. */
  obstacle: [() => Promise<unknown>, () => Promise<unknown>];
};

const nothing = async () => undefined;
const none: Write['obstacle'] = [nothing, nothing];

async function creatingTenant(): Promise<Write> {
  const body = newTenant();
  const called = async (name: string) => (await call('getTenant', { as: platform, params: { id: name } })).payload;
  const rename = (from: string, to: string) => call('updateTenant', { as: platform, params: { id: from }, body: { name: to } });
  const renamed = uniqueName();
  return {
    options: { as: platform, body },
    other: newTenant({ name: (await aTenant()).name }),
    effects: async () => (await auditOf(body.name)).filter(({ operation }) => operation === 'createTenant').length,
    change: async () => {
      await rename(body.name, renamed);
      await aTenant({ name: body.name });
      return called(renamed);
    },
    obstacle: [() => aTenant({ name: body.name }), () => rename(body.name, uniqueName())],
  };
}

async function issuing({ tenant }: Store, options: Options): Promise<Write> {
  const before = (await keysOf(tenant.id)).length;
  const newest = async () => (await keysOf(tenant.id))[0];
  return {
    options: { ...options, body: { label: 'till', scopes: ['orders:read', 'settings:write'] } },
    other: { label: 'bar' },
    effects: async () => (await keysOf(tenant.id)).length - before,
    change: async () => {
      await revoke(tenant.id, (await newest())?.id as string);
      return { key: await newest(), secret: null };
    },
    obstacle: none,
  };
}

async function creatingUser(store: Store): Promise<Write> {
  const body = aPerson();
  const found = () => walk('getUsers', { as: store.key, query: { email: body.email } }) as Promise<{ id: string }[]>;
  const change = async (given: object) => (await updateUser(store, (await found())[0]?.id as string, given)).payload;
  return {
    options: { as: store.key, body },
    other: aPerson({ email: store.tenant.owner.email }),
    effects: async () => (await found()).length,
    change: () => change({ first_name: 'Changed' }),
    obstacle: [() => create(store, body), () => change({ email: aPerson().email })],
  };
}

async function placing(store: Store): Promise<Write> {
  const sku = await orders.aProduct(store, { stock: 4 });
  const override = (available: boolean | null) => call('overrideAvailability', { as: store.key, body: { available } });
  return {
    options: { as: store.key, body: { lines: [{ sku, quantity: 4 }], note: 'Ring twice.' } },
    other: { lines: [{ sku, quantity: 1 }] },
    effects: async () => (await walk('getOrders', { as: store.key })).length,
    change: async () => {
      await orders.pay(store, '1001');
      await override(false);
      return (await orders.getOrder(store, '1001')).payload;
    },
    obstacle: [() => override(false), () => override(null)],
  };
}

const adjusting = async (store: Store): Promise<Write> => {
  const sku = await orders.aProduct(store, { stock: 5 });
  const adjust = (by: number) => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by } });
  return {
    options: { as: store.key, params: { sku }, body: { adjust: -5, reason: 'broken' } },
    other: { adjust: -100 },
    effects: async () => (5 - ((await orders.stockOf(store, sku))?.[0] as number)) / 5,
    change: async () => (await adjust(2)).payload,
    obstacle: [() => adjust(-1), () => adjust(1)],
  };
};

/** A write to an order of 9 x 10, with one shipment, that has been shipped if its units come back. */
const changingOrder =
  (id: string) =>
  async (store: Store): Promise<Write> => {
    const sku = await orders.aProduct(store);
    const order = await orders.anOrder(store, { lines: [{ sku, quantity: 9 }], authorized: true });
    const { number } = order;
    const read = () => orders.read(store, number);
    const shipment = order.shipments[0]?.id as string;
    const ship = (state: string) => orders.ship(store, order, { state });
    const cancel = (cancelled: boolean) => orders.update(store, number, { cancelled });
    const lines = (quantity: number) => [{ sku, quantity }];
    const options = { as: store.key, params: { number, id: shipment } };
    const paying = async () => {
      await orders.pay(store, number);
      return { orders: await read() };
    };
    const cancelling: Write['obstacle'] = [() => cancel(true), () => cancel(false)];
    if (id === 'returnShipment') await ship('shipped');
    const writes: Record<string, () => Write> = {
      createPayment: () => ({
        options: { ...options, body: { total: 4, transaction_data: { a: 1, b: [1, 2] } } },
        other: { total: 99 },
        effects: async () => (await read()).payments.length,
        change: async () => {
          await orders.pay(store, number, { method: 'refund', total: -4 });
          await cancel(true);
        },
        obstacle: cancelling,
      }),
      createCredit: () => ({
        options: { ...options, body: { amount: 4, reason: 'late' } },
        other: { amount: 99 },
        effects: async () => (await read()).credited / 4,
        change: paying,
        obstacle: cancelling,
      }),
      cancelPart: () => ({
        options: { ...options, body: { lines: [{ line: 0, quantity: 2 }] } },
        other: { lines: [{ line: 0, quantity: 99 }] },
        effects: async () => ((await read()).lines[0]?.cancelled as number) / 2,
        change: paying,
        obstacle: cancelling,
      }),
      splitShipment: () => ({
        options: { ...options, body: { from: shipment, lines: lines(2) } },
        other: { from: shipment, lines: lines(99) },
        effects: async () => (await read()).shipments.length - 1,
        change: async () => {
          const { shipments } = await read();
          await orders.ship(store, { number, shipments: shipments.slice(1) }, { state: 'shipped' });
          return { shipment: (await read()).shipments[1] };
        },
        obstacle: [() => ship('shipped'), () => ship('ready')],
      }),
      returnShipment: () => ({
        options: { ...options, body: { lines: lines(2), reason: 'torn' } },
        other: { lines: lines(99) },
        effects: async () => ((await read()).shipments[0]?.lines[0]?.returned ?? 0) / 2,
        change: async () => {
          await orders.returnUnits(store, order, { lines: lines(1) });
          return { shipment: (await read()).shipments[0] };
        },
        obstacle: [() => ship('ready'), () => ship('shipped')],
      }),
    };
    return (writes[id] as () => Write)();
  };

/** A write in a new store, so that each has its own effects. */
const writes: Record<string, (store: Store) => Promise<Write>> = {
  createTenant: creatingTenant,
  issueKey: (store) => issuing(store, { as: platform, params: { id: store.tenant.id } }),
  issueOwnKey: (store) => issuing(store, { as: store.key }),
  issueStaffKey: (store) => issuing(store, { as: store.key, params: { id: store.tenant.owner.id } }),
  createUser: creatingUser,
  placeOrder: placing,
  adjustStock: adjusting,
  ...Object.fromEntries(
    ['createPayment', 'createCredit', 'cancelPart', 'splitShipment', 'returnShipment'].map((id) => [id, changingOrder(id)]),
  ),
};

test('every operation that honours Idempotency-Key is tested here', () => {
  expect(Object.keys(writes).sort()).toEqual(routes.flatMap(({ id, idempotent }) => (idempotent ? [id] : [])).sort());
});

const reversed = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, each]) => [name, reversed(each)])
          .reverse(),
      )
    : value;

/** Fields that say nothing, as forms and serializers send them. */
const empty: Record<string, object> = {
  createTenant: { currency: null },
  issueOwnKey: { expires: null },
  placeOrder: { reference: '' },
  createPayment: { method: null, created: null, reason: '' },
  cancelPart: { reason: '' },
};

const isReplayed = ({ headers }: { headers: Record<string, string> }) => headers['idempotent-replayed'] === 'true';

describe.each(Object.entries(writes))('%s', (id, prepare) => {
  const { status, path } = routeOf(id);

  async function aWrite() {
    const write = await prepare(await aStore());
    const headers = orders.keyed(uniqueName('key'));
    const send = (given: Options = {}) => call(id, { ...write.options, headers, ...given });
    return { ...write, send };
  }

  test('takes effect once if it is sent many times at once', async () => {
    const { send, effects } = await aWrite();
    const answers = await orders.times(10, () => send());
    expect(orders.tally(answers)).toEqual({ [status]: 10 });
    const [first] = answers.filter((answer) => !isReplayed(answer));
    expect(answers.filter(isReplayed)).toHaveLength(9);
    const { secret, ...made } = first?.payload ?? {};
    for (const { payload } of answers.filter(isReplayed)) expect(payload).toEqual({ ...made, ...(secret && { secret: null }) });
    expect(await effects()).toBe(1);
  });

  test('is repeated by another spelling of the same request, and returns what it made as it is now', async () => {
    const { send, change, options } = await aWrite();
    const first = await send();
    expect(isReplayed(first)).toBe(false);
    const current = (await change()) ?? first.payload;
    const at = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const another = { ...(reversed(options.body) as object), ...empty[id] };
    for (const spelling of [{}, { at, body: JSON.stringify(another, null, 2) }]) {
      const again = await send(spelling);
      expect([again.status, isReplayed(again), again.payload]).toEqual([status, true, current]);
    }
  });

  test('is rejected with another body, even if that one is impossible', async () => {
    const { send, other, effects } = await aWrite();
    await send();
    expect(await send({ body: other })).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await send({ body: { ...other, unknown: 1 } })).toMatchObject({ status: 400 });
    expect(await effects()).toBe(1);
  });

  test('does not use up its key if it is rejected', async () => {
    const { send, obstacle, effects } = await aWrite();
    await obstacle[0]();
    if (obstacle !== none) expect((await send()).status).toBe(409);
    expect((await send({ body: { unknown: 1 } })).status).toBe(400);
    await obstacle[1]();
    const answer = await send();
    expect([answer.status, isReplayed(answer), await effects()]).toEqual([status, false, 1]);
  });
});

test('a used key does not hide that an order is invalid', async () => {
  const { key } = await aStore();
  await call('putProduct', { as: key, params: { sku: 'TEA' }, body: { name: 'Tea', price: 1, stock: null } });
  const headers = orders.keyed(uniqueName('key'));
  const priced = (price: number) => ({ lines: [{ sku: 'TEA', quantity: 1, price }] });
  const place = (price: number) => call('placeOrder', { as: key, headers, body: priced(price) });
  const first = await place(1.99);
  expect(first.status).toBe(201);
  expect(await place(1.999)).toMatchObject({ status: 400, body: { errors: [{ field: 'lines[0].price' }] } });
  expect(await place(1.98)).toMatchObject({ status: 422 });
  expect((await place(1.99)).payload).toEqual(first.payload);
});

test('a key stays used after a second payment with another one', async () => {
  const store = await aStore();
  const { number } = await orders.anOrder(store);
  const [first, second] = [uniqueName('key'), uniqueName('key')];
  const payWith = (key: string) =>
    call('createPayment', { as: store.key, params: { number }, body: { total: 4 }, headers: orders.keyed(key) });
  const answers = [await payWith(first), await payWith(second), await payWith(first)];
  expect(answers.map(isReplayed)).toEqual([false, false, true]);
  expect((await orders.read(store, number)).payments).toHaveLength(2);
});

test('each store and each path has its own keys', async () => {
  const headers = orders.keyed(uniqueName('key'));
  const [mine, theirs] = [await aStore(), await aStore()];
  for (const [id, prepare] of Object.entries(writes)) {
    for (const store of id === 'createTenant' ? [mine] : [mine, theirs]) {
      const answer = await call(id, { ...(await prepare(store)).options, headers });
      expect([id, answer.status, isReplayed(answer)]).toEqual([id, routeOf(id).status, false]);
    }
  }
});

test('a key is 1 to 255 visible characters', async () => {
  const { tenant } = await aStore();
  const issue = (key: string) => call('issueKey', { as: platform, params: { id: tenant.id }, headers: orders.keyed(key) });
  for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'schlüssel', 'a\tb']) {
    expect(await issue(key)).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } });
  }
  for (const key of ['x', '!~{}"', 'x'.repeat(255)]) expect((await issue(key)).status).toBe(201);
});

test('other operations ignore the header', async () => {
  const { id } = await aTenant();
  for (const [country, key] of Object.entries({ FR: 'same', ES: 'same', IT: 'not valid' })) {
    const options = { as: platform, params: { id }, body: { country }, headers: orders.keyed(key) };
    expect((await call('updateTenant', options)).payload.tenant.country).toBe(country);
  }
});
