import { expect, test } from '@jest/globals';
import { owner, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf, itemsWhere } from '../support/database.ts';
import { anOrder, aProduct, keyed, pay, place } from '../support/orders.ts';
import { askRates, postAnswer, name as rates } from '../support/rates.ts';
import { aReceiver } from '../support/receiver.ts';
import { aWebhookStore, onlyDelivery, placeOne, runDelivery, setUrl } from '../support/webhooks.ts';

const shapes: [RegExp, string][] = [
  [/[0-9a-hjkmnp-tv-z]{26}/g, '<id>'],
  [/^(IDEM|RATES)#[\w-]{43}$/, '$1#<hash>'],
  [/\b\d{12}$/, '<number>'],
];

/** The sort keys of items with their IDs left out, and the attributes that they have. */
const layoutOf = (items: Record<string, unknown>[]) =>
  Object.fromEntries(
    items
      .map(({ pk, sk, ...item }): [string, string] => [
        shapes.reduce((key, [shape, kind]) => key.replace(shape, kind), String(sk)),
        Object.keys(item).sort().join(' '),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Stored data outlives every version, so a new version must find it under the same keys. */
test('the keys and attributes of stored items do not change', async () => {
  const store = await aWebhookStore(200);
  const { key, tenant } = store;
  const receiver = await aReceiver(postAnswer);
  await setUrl(store, receiver.url, rates);
  await call('createUser', { as: key, body: { ...owner, email: 'Eve@Example.com' }, headers: keyed('user') });
  const customer = { first_name: 'Ada', last_name: 'Byron', email: 'Ada@Example.com', phone: '+4915112345678' };
  await placeOne(store, { customer });
  await pay(store, '1001', {}, keyed('payment'));
  await runDelivery(store, await onlyDelivery(store));
  await aProduct(store, { stock: 5 });
  await askRates(store);
  await call('overrideAvailability', { as: key, body: { available: true } });
  await call('updateLegal', { as: key, body: { vat_id: 'DE1' } });
  await call('revokeKey', {
    as: platform,
    params: { id: tenant.id, key_id: (await call('issueKey', { as: platform, params: { id: tenant.id } })).payload.key.id },
  });
  await place(store, { lines: [{ sku: store.sku, quantity: 1 }] }, keyed('order'));
  await anOrder(store);
  const sku = /sku-[0-9a-f]{12}/;
  const items = (await itemsOf(store)).map((item) => ({ ...item, sk: String(item.sk).replace(sku, '<sku>') }));
  expect(layoutOf(items)).toEqual({
    'AUDIT#<id>': 'json',
    COUNTER: 'drawn',
    'DELIVERY#<id>': 'attempts created due due_shard expires_at id order state tries',
    'EMAIL#ada@example.com': 'holder',
    'EMAIL#eve@example.com': 'holder',
    'FIND#E:ada@example.com#<number>': '',
    'FIND#N:ada byron  <number>': '',
    'FIND#N:byron ada  <number>': '',
    'FIND#P:8765432115194#<number>': '',
    'IDEM#<hash>': 'body outcome',
    'KEY#<id>': 'created expires hash id label last_four last_used revoked revoked_by scopes',
    'ORDER#<number>':
      'authorized cancelled changed created internal json revision schema settled shipment_states version visible',
    'PRODUCT#<sku>': 'archived available counted made mark name price reserved sku weight',
    'RATES#<hash>': 'at expires_at json question',
    TENANT: 'json legal_vat_id listed listed_at name override version',
    'USER#<id>': 'json',
    'WEBHOOK#calculate-shipping-rates':
      'failures failures_in_a_row last_success paused rest_until rests revision secrets slow slow_in_a_row updated url',
    'WEBHOOK#confirm-order':
      'due due_shard failures failures_in_a_row last_success looked paused rest_until rests revision secrets slow_in_a_row updated url',
  });
  const [order] = items.filter(({ sk }) => sk.startsWith('ORDER#')) as unknown as [{ internal: string }];
  expect(Object.keys(JSON.parse(order.internal)).sort().join(' ')).toBe(
    'credits decided exact history keys marks returns stock',
  );
  const claims = await itemsWhere('tenant = :tenant', { ':tenant': tenant.id });
  expect(claims).toEqual([{ pk: `NAME#${tenant.name}`, sk: 'CLAIM', tenant: tenant.id }]);
});
