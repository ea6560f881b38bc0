import { beforeEach, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import type { Options } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';
import * as orders from '../support/orders.ts';

holdClocks();

let number: string;

const store = await aStore();

/** An order of 10. */
beforeEach(async () => {
  ({ number } = await orders.anOrder(store));
});

const pay = (body?: object, headers?: Options['headers']) => () => orders.pay(store, number, body, headers);
const refund = (total?: number) => pay({ method: 'refund', total });
const cancel = () => orders.update(store, number, { cancelled: true });
const read = () => orders.read(store, number);

test('rejects a payment without a total if another payment settles the order first', async () => {
  expect(await interruptReads(pay(), pay())).toMatchObject({ status: 409, code: 'order_settled' });
  expect(await read()).toMatchObject({ paid: 10, balance: 0, version: 2 });
});

test('a payment without a total pays what another payment leaves due', async () => {
  const { payload } = await interruptReads(pay(), pay({ total: 7.3 }));
  expect(payload.payment).toMatchObject({ total: 2.7, balance_after: 0 });
  expect(await read()).toMatchObject({ paid: 10, payments: [{ total: 7.3 }, { total: 2.7 }], version: 3 });
});

test('rejects a payment that exceeds what another payment leaves due', async () => {
  const answer = await interruptReads(pay({ total: 6 }), pay({ total: 6 }));
  expect(answer).toMatchObject({ status: 409, code: 'payment_exceeds_balance', body: { max: 4 } });
});

test('rejects a payment if the order is cancelled first', async () => {
  expect(await interruptReads(pay(), cancel)).toMatchObject({ status: 409, code: 'order_cancelled' });
  expect(await read()).toMatchObject({ payments: [], balance: 0 });
});

test('a payment that arrives during a cancellation can be refunded', async () => {
  expect((await interruptReads(cancel, pay())).payload.orders).toMatchObject({ cancelled: true, paid: 10, balance: -10 });
  expect((await interruptReads(refund(), refund(-4))).payload.payment).toMatchObject({ total: -6, balance_after: 0 });
});

test('two concurrent refunds never return more than was paid', async () => {
  await pay()();
  const answer = await interruptReads(refund(-6), refund(-6));
  expect(answer).toMatchObject({ status: 409, code: 'refund_exceeds_paid', body: { max: 4 } });
  expect(await read()).toMatchObject({ refunded: 6, balance: 6 });
});

test('rejects a payment with If-Match if another payment comes first', async () => {
  const answer = await interruptReads(pay({ total: 1 }, { 'If-Match': '"1"' }), pay({ total: 1 }));
  expect(answer).toMatchObject({ status: 412, code: 'version_mismatch' });
  expect(await read()).toMatchObject({ paid: 1, version: 2 });
});
