import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { aProduct } from '../support/orders.ts';
import { aRatesStore, askRates, postAnswer } from '../support/rates.ts';
import type { Receiver } from '../support/receiver.ts';

let store: Store & { sku: string; receiver: Receiver };

beforeAll(async () => {
  store = await aRatesStore(postAnswer);
});

describe('rejects an invalid request without calling the receiver:', () => {
  const line = (given: object) => ({ lines: [{ sku: store.sku, quantity: 1, ...given }] });

  test.each<[string, () => object, string[]]>([
    ['an unknown SKU', () => line({ sku: 'nothing' }), ['lines[0].sku']],
    ["another tenant's SKU", async () => line({ sku: await aProduct(await aStore()) }), ['lines[0].sku']],
    ['a price with too many decimals', () => line({ price: 1.005 }), ['lines[0].price']],
    ['another currency without prices', () => ({ ...line({}), currency: 'USD' }), ['lines[0].price']],
    ['a total beyond the limit', () => line({ quantity: 1_000_000, price: 1e12 }), ['lines']],
  ])('%s', async (_, given, fields) => {
    const { status, body } = await askRates(store, await given());
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
    expect(store.receiver.received).toHaveLength(0);
  });
});
