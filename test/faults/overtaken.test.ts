import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { beforeCall, interruptReads, withFaults } from '../support/injectFault.ts';
import { aProduct, keyed } from '../support/orders.ts';
import { adjustStock } from '../support/products.ts';
import { aPerson, create, update } from '../support/users.ts';

const store = await aStore();

test('a removal of stock that another one overtakes is checked again', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const overtaken = await interruptReads(
    () => adjustStock(store, sku, { adjust: -2 }),
    () => adjustStock(store, sku, { adjust: -4 }),
  );
  const stock = [{ sku, requested: 2, available: 1 }];
  expect(overtaken).toMatchObject({ status: 409, code: 'insufficient_stock', body: { stock } });
});

test('a change of a user that another one overtakes keeps both', async () => {
  const { user } = (await create(store)).payload;
  const { payload } = await interruptReads(
    () => update(store, user.id, { first_name: 'Grace' }),
    () => update(store, user.id, { last_name: 'Hopper' }),
  );
  expect(payload.user).toMatchObject({ first_name: 'Grace', last_name: 'Hopper' });
});

test('a new user that the same request overtakes, with the same key, is created once', async () => {
  const [body, headers] = [aPerson(), keyed('twice')];
  const send = () => call('createUser', { as: store.key, body, headers });
  const first: Answer[] = [];
  const fault = beforeCall(async () => first.push(await send()));
  const { result } = await withFaults([{ command: 'TransactWriteItems', fault }], send);
  expect(result).toMatchObject({ status: 201, payload: first[0]?.payload, headers: { 'idempotent-replayed': 'true' } });
});
