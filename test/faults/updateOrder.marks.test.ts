import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { fakeClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { failsBefore } from '../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../support/injectFault.ts';
import { anOrder, pay, update } from '../support/orders.ts';

const clocks = fakeClocks();
let store: Store;

beforeAll(async () => {});

const marksOf = async () => JSON.parse((await itemsOf(store, 'ORDER#'))[0]?.internal as string).marks;

test('an update recognizes its own write after a lost response, even if others write 10 s later', async () => {
  store = await aStore();
  const { number } = await anOrder(store);
  const lost: Fault = async (attempt) => {
    const others = async () => {
      clocks.advance(10);
      await pay(store, number, { total: 1 });
    };
    await afterReply(others)(attempt);
    return failsBefore(attempt);
  };
  const work = () => update(store, number, { visible: false }, { 'If-Match': '"1"' });
  const { result, injected } = await withFaults([{ command: 'PutItem', fault: lost }], work);
  expect(injected).toBe(1);
  expect(result).toMatchObject({ status: 200, payload: { orders: { visible: false, paid: 1, version: 3 } } });
});

test('an order forgets requests that ended long ago', async () => {
  store = await aStore();
  const { number } = await anOrder(store);
  await pay(store, number, { total: 1 });
  clocks.advance(10);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(2);
  clocks.advance(11);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(2);
  clocks.advance(21);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(1);
});
