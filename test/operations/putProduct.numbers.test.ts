import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test.each(['0.12345678901234567', '12345678901234567', '1e-400'])('a price of %s is rejected for its digits', async (price) => {
  const body = `{"name":"Tea","stock":null,"price":${price}}`;
  expect(await call('putProduct', { as: store.key, params: { sku: 'TEA' }, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'price', message: 'cannot be stored exactly; use at most 15 digits' }] },
  });
});
