import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct } from '../support/orders.ts';
import { aRatesStore, askRates, destination, postAnswer } from '../support/rates.ts';
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
    ['no lines', () => ({ lines: [] }), ['lines']],
    ['too many lines', () => ({ lines: Array(91).fill({ sku: store.sku, quantity: 1 }) }), ['lines']],
    ['a quantity of 0', () => line({ quantity: 0 }), ['lines[0].quantity']],
    ['a fractional quantity', () => line({ quantity: 0.5 }), ['lines[0].quantity']],
    ['a negative price', () => line({ price: -1 }), ['lines[0].price']],
    ['a price with too many decimals', () => line({ price: 1.005 }), ['lines[0].price']],
    ['another currency without prices', () => ({ ...line({}), currency: 'USD' }), ['lines[0].price']],
    ['an invalid currency', () => ({ ...line({}), currency: 'EURO' }), ['currency']],
    ['no destination', () => ({ destination: null }), ['destination']],
    ['an unknown country', () => ({ destination: { ...destination, country: 'XX' } }), ['destination.country']],
    ['unknown fields', () => ({ ...line({ weight: 1 }), rush: true }), ['lines[0].weight', 'rush']],
    ['a total beyond the limit', () => line({ quantity: 1_000_000, price: 1e12 }), ['lines']],
  ])('%s', async (_, given, fields) => {
    const { status, body } = await askRates(store, await given());
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
    expect(store.receiver.received).toHaveLength(0);
  });

  test('a missing body', async () => {
    expect(await call('calculateRates', { as: store.key })).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});
