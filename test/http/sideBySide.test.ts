import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Program } from '../../infra/local/childProgram.ts';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import { startQueue } from '../../infra/local/localQueue.ts';
import { caller, fillStore } from '../support/fillStore.ts';
import { formerFolder, formerVersion, handlersIn } from '../support/formerVersion.ts';
import { aReceiver, type Receiver, until } from '../support/receiver.ts';
import { root } from '../support/run.ts';
import { type Service, startService, stopService } from '../support/service.ts';

const platformKey = 'sp_former_version_beside_this_one';

describe(`alongside ${formerVersion ?? 'a second instance, because there is no release yet'}`, () => {
  const services: { former?: Service; present?: Service } = {};
  let database: Program | undefined;
  let receiver: Receiver;
  let folder: string;
  let key: string;
  type Api = ReturnType<typeof caller>;
  /** The same store, as each version serves it. */
  let former: Api;
  let present: Api;

  beforeAll(async () => {
    database = await startDatabase(undefined);
    const environment = { DYNAMODB_ENDPOINT: database.endpoint, PLATFORM_API_KEY: platformKey, WEBHOOK_ALLOW_LOCAL: '1' };
    folder = formerFolder();
    const command: [string, string] = [process.execPath, join(folder, 'infra/local/serve.ts')];
    services.former = await startService(environment, command, folder);
    services.present = await startService(environment);
    expect([services.former.output(), services.present.output()]).toEqual([
      expect.stringContaining('Serving on'),
      expect.stringContaining('Serving on'),
    ]);
    receiver = await aReceiver();
    await fillStore(services.former.url, platformKey, 'filled-by-former', receiver.url);
    key = await fillStore(services.present.url, platformKey, 'filled-by-present', receiver.url);
    [former, present] = [caller(services.former.url, key), caller(services.present.url, key)];
  });

  afterAll(async () => {
    for (const service of [services.former, services.present]) if (service) await stopService(service);
    await database?.stop();
  });

  const path = '/v1/management/order';
  const pairs = (): [Api, Api][] => [
    [former, present],
    [present, former],
  ];

  /** An order as this version returns it. */
  const order = (api: Api, number: string) => api('GET', `${path}/${number}`).then(({ orders }) => orders);

  test('each version reads what the other one stored', async () => {
    for (const name of ['filled-by-former', 'filled-by-present']) {
      const read = async ({ url = '' }: Partial<Service> = {}) => {
        const { secret } = await caller(url, platformKey)('POST', `/v1/platform/tenant/${name}/key/`, {});
        const store = caller(url, secret);
        const [orders, products, users] = await Promise.all(
          ['order', 'product', 'user'].map((kind) => store('GET', `/v1/management/${kind}/`)),
        );
        expect([orders.orders.length, products.products.length, users.users.length]).toEqual([3, 2, 2]);
        for (const kind of ['tenant', 'settings/legal', 'settings/opening-hours', 'audit/', 'key/']) {
          await store('GET', `/v1/management/${kind}`);
        }
        return orders.orders.map(({ number, total, paid, balance, authorized, cancelled, shipments }: Summary) => {
          return { number, total, paid, balance, authorized, cancelled, states: shipments.map(({ state }) => state) };
        });
      };
      expect(await read(services.former)).toEqual(await read(services.present));
    }
  });

  test('a request that is repeated at the other version has one effect', async () => {
    for (const [i, [one, other]] of pairs().entries()) {
      const body = { lines: [{ sku: 'TEA', quantity: 1 }], note: `placed ${i}` };
      const { orders: placed } = await one('POST', `${path}/`, body, `place-${i}`);
      const { orders: repeated } = await other('POST', `${path}/`, body, `place-${i}`);
      expect(repeated.number).toBe(placed.number);
      const paid = await one('POST', `${path}/${placed.number}/payment/`, { total: 4 }, `pay-${i}`);
      const again = await other('POST', `${path}/${placed.number}/payment/`, { total: 4 }, `pay-${i}`);
      expect(again.payment.id).toBe(paid.payment.id);
      expect((await order(one, placed.number)).paid).toBe(4);
      const stock = () => one('GET', '/v1/management/product/TEA').then(({ product }) => product.stock.available);
      const before = await stock();
      for (const api of [one, other]) await api('POST', '/v1/management/product/TEA/stock/', { adjust: 3 }, `adjust-${i}`);
      expect(await stock()).toBe(before + 3);
    }
  });

  test('an order that both versions change in turns keeps its money and stock right', async () => {
    for (const [one, other] of pairs()) {
      const stock = () => present('GET', '/v1/management/product/TEA').then(({ product }) => product.stock);
      const before = await stock();
      const body = { lines: [{ sku: 'TEA', quantity: 4 }], authorized: true };
      const { number, shipments } = (await one('POST', `${path}/`, body)).orders;
      const shipment = `${path}/${number}/shipment/${shipments[0].id}`;
      await other('POST', `${path}/${number}/payment/`, { total: 25 });
      await one('POST', `${path}/${number}/payment/`, { method: 'refund', total: -5 });
      await other('POST', `${path}/${number}/shipment/`, { from: shipments[0].id, lines: [{ sku: 'TEA', quantity: 1 }] });
      await one('PATCH', shipment, { state: 'shipped' });
      await other('POST', `${shipment}/return/`, { lines: [{ sku: 'TEA', quantity: 2 }] });
      await one('POST', `${path}/${number}/credit/`, { amount: 3 });
      await other('PATCH', `${path}/${number}`, { note: 'seen by both' });
      const [seen, alsoSeen] = [await order(one, number), await order(other, number)];
      expect(seen).toMatchObject({ paid: 25, refunded: 5, credited: 3, balance: 17, note: 'seen by both' });
      expect(alsoSeen.balance).toBe(seen.balance);
      expect(await stock()).toEqual({ available: before.available - 2, reserved: before.reserved + 1 });
    }
  });

  test('concurrent payments at both versions never exceed what is due', async () => {
    const { number } = (await present('POST', `${path}/`, { lines: [{ sku: 'TEA', quantity: 1 }] })).orders;
    const attempts = Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? former : present)('POST', `${path}/${number}/payment/`, { total: 3 }).then(
        () => 'paid',
        (error: Error) => (/payment_exceeds_balance|order_settled/.test(error.message) ? 'rejected' : error.message),
      ),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['paid', 'rejected']));
    expect(await order(present, number)).toMatchObject({ paid: 9, balance: 1 });
  });

  test('a customer that one version changes is found by the new name only, at both', async () => {
    for (const [i, [one, other]] of pairs().entries()) {
      const body = { lines: [{ sku: 'TEA', quantity: 1 }], customer: { last_name: `Before${i}` } };
      const { number } = (await one('POST', `${path}/`, body)).orders;
      await other('PATCH', `${path}/${number}`, { customer: { last_name: `After${i}` } });
      for (const api of [one, other]) {
        expect((await api('GET', `${path}/?q=before${i}`)).orders).toEqual([]);
        expect((await api('GET', `${path}/?q=after${i}`)).orders).toMatchObject([{ number }]);
      }
    }
  });

  test('deliveries of both versions arrive, whichever version sends them', async () => {
    const placed: string[] = [];
    for (let i = 0; i < 6; i++) {
      const { orders } = await (i % 2 ? former : present)('POST', `${path}/`, { lines: [{ sku: 'TEA', quantity: 1 }] });
      placed.push(orders.number);
    }
    const sent = () => receiver.received.map(({ json }) => json.data.order?.number);
    await until(() => placed.every((number) => sent().includes(number)));
    for (const api of [former, present]) {
      const url = '/v1/management/settings/webhook/confirm-order/delivery/?limit=6';
      await until(async () =>
        (await api('GET', url)).deliveries.every(({ state }: { state: string }) => state === 'delivered'),
      );
    }
  });

  test('a message that one version queued is delivered by the other', async () => {
    // Their sweeps would deliver too.
    for (const service of Object.values(services)) await stopService(service);
    const messages: string[] = [];
    const queue = await startQueue(({ MessageBody }) => messages.push(MessageBody));
    const versions = [folder, root].map((each) => handlersIn(each, database?.endpoint as string));
    for (const [one, other] of [versions, versions.toReversed()]) {
      const number = await one?.placeOrder(key);
      const received = () => receiver.received.map(({ json }) => json.data.order?.number);
      expect([received().includes(number), messages.length]).toEqual([false, 1]);
      await other?.deliver(messages.pop() as string);
      expect(received()).toContain(number);
    }
    queue.close();
  });
});

type Summary = { number: string; total: number; paid: number; balance: number; authorized: boolean; cancelled: boolean } & {
  shipments: { state: string }[];
};
