import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, getOrder, keyed, pay, update } from '../support/orders.ts';

const store = await aStore();

const sending = (data: string) => `{"total":1,"transaction_data":${data}}`;

/** The JSON of transaction_data in three responses: of the payment, the order and the list. */
async function returnedData(number: string, body: string) {
  const dataIn = (text: string) => /"transaction_data":(.*),"balance_after"/s.exec(text)?.[1];
  const answer = await pay(store, number, body);
  expect(answer.status).toBe(201);
  await update(store, number, { visible: false });
  const list = await call('getOrders', { as: store.key, query: { limit: '1' } });
  return [answer, await getOrder(store, number), list].map(({ text }) => dataIn(text));
}

test('an order with exact data keeps its sums, however large they are', async () => {
  const [sku, other] = [await aProduct(store), await aProduct(store)];
  const lines = [
    { sku, quantity: 1, price: 999_999_999_999 },
    { sku: other, quantity: 1, price: 0.999 },
  ];
  const { number } = await anOrder(store, { currency: 'KWD', lines });
  expect((await pay(store, number, '{"transaction_data":{"id":12345678901234567890}}')).status).toBe(201);
  await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
  await pay(store, number, { method: 'refund', total: -999_999_999_998.001, credit: true });
  const { status, payload } = await pay(store, number, { method: 'refund', total: -1 });
  expect([status, payload.payment?.balance_after]).toEqual([201, -999_999_999_998]);
  expect((await getOrder(store, number)).text).toContain('"id":12345678901234567890');
});

describe('transaction_data is returned as it was sent', () => {
  test.each([
    '{"id":12345678901234567890,"next":9007199254740993}',
    '{"a":1e400,"b":-1E+400,"c":1e-400,"d":4.9e-324}',
    '{"a":-0,"b":-0.0,"c":[-0]}',
    '{"pi":3.14159265358979323846264338327950288,"long":0.1000000000000000055511151231257827}',
    '{"a":0.1,"b":1.5e+300,"c":123456789012345,"d":-1}',
    '{"":1,"constructor":{"prototype":null},"toString":"x","hasOwnProperty":[],"toJSON":true,"length":0}',
    '{"__proto__":{"admin":true},"a":{"__proto__":-0}}',
    '{"__proto__":1}',
    '{"rawJSON":"1e400","$ref":"#","N":"1","S":null}',
    '{"é":"日本語 😀","\\u0000":"\\u0007\\n\\t\\"\\\\"," ":" "}',
    '{"a":[],"b":{},"c":null,"d":true,"e":false,"f":"","g":[[],[null]]}',
    `{"deep":${'['.repeat(13)}{"-":-0}${']'.repeat(13)}}`,
    '{}',
  ])('%s', async (data) => {
    const { number } = await anOrder(store);
    expect(await returnedData(number, sending(data))).toEqual([data, data, data]);
  });

  test('even after other payments', async () => {
    const { number } = await anOrder(store);
    const data = '{"id":12345678901234567890,"__proto__":{"a":-0}}';
    await pay(store, number, sending(data));
    const plain = '{"plain":1}';
    const [, order] = await returnedData(number, sending(plain));
    expect(order).toContain(data);
    expect(order).toContain(plain);
  });

  test('to a repeat of the request', async () => {
    const { number } = await anOrder(store);
    const data = '{"__proto__":{"a":1},"id":12345678901234567890}';
    const first = await pay(store, number, sending(data), keyed('one'));
    expect((await pay(store, number, sending(data), keyed('one'))).text).toBe(first.text);
    for (const other of [
      '{"__proto__":{"a":2},"id":12345678901234567890}',
      '{"__proto__":{"a":1},"id":12345678901234567891}',
      '{}',
    ]) {
      expect(await pay(store, number, sending(other), keyed('one'))).toMatchObject({ status: 422 });
    }
  });
});

test('transaction_data is measured without its whitespace', async () => {
  const { number } = await anOrder(store);
  const data = `{ ${' '.repeat(10_000)} "a" : "${'x'.repeat(8184)}" }`;
  expect(await pay(store, number, sending(data))).toMatchObject({ status: 201 });
});
