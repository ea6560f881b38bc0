import { expect, test } from '@jest/globals';
import { tableName } from '../../../lib/db/key.ts';
import { owner, platform } from '../../support/actors.ts';
import { type Answer, call } from '../../support/call.ts';
import { type Attempt, withFaults } from '../../support/injectFault.ts';
import { anOrder, keyed, pay, place, read, ship, update } from '../../support/orders.ts';
import { name as rates, ratesRequest } from '../../support/rates.ts';
import { aWebhookStore, deliveriesOf, newSecret, placeOne, runDelivery, setUrl } from '../../support/webhooks.ts';

const store = await aWebhookStore();
await call('createUser', { as: store.key, body: { ...owner, email: 'alan@example.com' }, headers: keyed('user') });

/** The input of every read that the request makes. */
async function readsOf(request: () => Promise<unknown>) {
  const reads: Pick<Attempt, 'command' | 'input'>[] = [];
  const plans = ['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query'].map((command) => ({
    command,
    nth: 'every' as const,
    lasting: true,
    fault: ({ input, forward }: Attempt) => {
      reads.push({ command, input });
      return forward();
    },
  }));
  await withFaults(plans, request);
  return reads;
}

const isConsistent = ({ command, input }: Pick<Attempt, 'command' | 'input'>): boolean =>
  command === 'TransactGetItems' ||
  (command === 'BatchGetItem' ? input.RequestItems[tableName()] : input).ConsistentRead === true;

/** DynamoDB cannot read an index consistently, so no decision may rely on an index alone. */
const isOfIndex = ({ input }: Pick<Attempt, 'input'>) => input.IndexName !== undefined;

const by = (params: Record<string, string>, body?: unknown) => ({ as: store.key, params, body });
const ofTenant = (more = {}) => ({ as: platform, params: { id: store.tenant.id, ...more } });

test.each<[string, () => Promise<unknown>]>([
  ['a key', async () => call('getOwnTenant', { as: (await call('issueKey', ofTenant())).payload.secret })],
  ['an order', async () => read(store, (await anOrder(store)).number)],
  ['a new order', () => place(store, { lines: [{ sku: store.sku, quantity: 1 }] }, keyed('one'))],
  ['a payment', async () => pay(store, (await anOrder(store)).number, {}, keyed('one'))],
  ['an order update', async () => update(store, (await anOrder(store)).number, { cancelled: true })],
  ['a shipment', async () => ship(store, await anOrder(store, { authorized: true }), { state: 'shipped' })],
  ['orders', () => call('getOrders', { as: store.key })],
  ['orders in a time range', () => call('getOrders', { as: store.key, query: { created_from: '2020-01-01T00:00:00Z' } })],
  ['a product', () => call('getProduct', by({ sku: store.sku }))],
  ['products', () => call('getProducts', { as: store.key })],
  ['a price', () => call('updateProduct', by({ sku: store.sku }, { price: 10 }))],
  ['stock', () => call('adjustStock', by({ sku: store.sku }, { adjust: 1 }))],
  ['rates', () => call('calculateRates', { as: store.key, body: ratesRequest(store) })],
  ['a user', async () => call('updateUser', by({ id: store.tenant.owner.id }, { first_name: 'Eve' }))],
  ['users', () => call('getUsers', { as: store.key })],
  ['a repeated request', () => call('createUser', { as: store.key, body: owner, headers: keyed('user') })],
  ['availability', () => call('getAvailability', { as: store.key })],
  ['legal data', () => call('getLegal', { as: store.key })],
  ['a webhook', () => setUrl(store, store.receiver.url)],
  ['a secret', () => newSecret(store, rates)],
  ['deliveries', () => deliveriesOf(store)],
  ['a delivery', async () => runDelivery(store, await anEvent())],
  ['a tenant', () => call('updateTenant', { as: platform, params: { id: store.tenant.name }, body: { country: 'FR' } })],
  ['keys', () => call('getKeys', ofTenant())],
  ['a revocation', () => call('revokeKey', ofTenant({ key_id: 'key_0123456789abcdefghjkmnpqrs' }))],
])('every read that a decision relies on is consistent: %s', async (_, request) => {
  const reads = await readsOf(request);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter((each) => !isConsistent(each) && !isOfIndex(each))).toEqual([]);
  expect(reads.filter(isOfIndex)).toEqual([]);
});

async function anEvent() {
  await placeOne(store);
  const [newest] = await deliveriesOf(store);
  return newest as { id: string };
}

test('lists across tenants read only an index', async () => {
  const lists: (() => Promise<Answer>)[] = [
    () => call('getTenants', { as: platform, query: { limit: '1' } }),
    () => call('getAudit', { as: platform, query: { limit: '1' } }),
  ];
  for (const list of lists) {
    const [only, ...more] = (await readsOf(list)).filter(({ command }) => command === 'Query');
    expect(only?.input).toMatchObject({ IndexName: 'listed' });
    expect(more).toEqual([]);
  }
});
