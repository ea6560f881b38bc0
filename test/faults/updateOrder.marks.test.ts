import { beforeAll, expect, test } from '@jest/globals';
import { aStore, platformKey, type Store } from '../support/actors.ts';
import { heldClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { type Fault, failsBefore, meanwhile, suffering } from '../support/faults.ts';
import { anOrder, pay, update } from '../support/orders.ts';

const clocks = heldClocks();
let platform: string;
let store: Store;

beforeAll(async () => {
  platform = await platformKey();
});

const marksOf = async () => JSON.parse((await itemsOf(store, 'ORDER#'))[0]?.internal as string).marks;

test('an update recognizes its own write after a lost response, even if others write 10 s later', async () => {
  store = await aStore(platform);
  const { number } = await anOrder(store);
  const lost: Fault = async (attempt) => {
    const others = async () => {
      clocks.pass(10);
      await pay(store, number, { total: 1 });
    };
    await meanwhile(others)(attempt);
    return failsBefore(attempt);
  };
  const work = () => update(store, number, { visible: false }, { 'If-Match': '"1"' });
  const { result, struck } = await suffering([{ command: 'PutItem', fault: lost }], work);
  expect(struck).toBe(1);
  expect(result).toMatchObject({ status: 200, payload: { orders: { visible: false, paid: 1, version: 3 } } });
});

test('an order forgets requests that ended long ago', async () => {
  store = await aStore(platform);
  const { number } = await anOrder(store);
  await pay(store, number, { total: 1 });
  clocks.pass(10);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(2);
  clocks.pass(11);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(2);
  clocks.pass(21);
  await pay(store, number, { total: 1 });
  expect(await marksOf()).toHaveLength(1);
});
