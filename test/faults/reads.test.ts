import { expect, test } from '@jest/globals';
import { pathParameters } from '../../infra/smoke/pathParameters.ts';
import { routeOf, routes } from '../../lib/routes.ts';
import { aManagementKey, aPlatformKey } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { type Cell, cellsOf, failuresIn, isWrite, silenceLog } from '../support/faultCells.ts';
import { recordCalls, withFaults } from '../support/injectFault.ts';
import { aRatesStore, postAnswer, ratesRequest } from '../support/rates.ts';
import { aWebhookStore, onlyDelivery, placeOne } from '../support/webhooks.ts';

silenceLog();

/** A new store with an ID for each resource in a path. */
async function aStoreWithEverything() {
  const store = await aWebhookStore();
  const order = await placeOne(store, { customer: { email: 'ada@example.com' } });
  const { id: tenant, owner } = store.tenant;
  const delivery = (await onlyDelivery(store)).id;
  return { tenant, order, product: store.sku, user: owner.id, webhook: 'confirm-order', delivery };
}

type Query = NonNullable<Options['query']>;

/** Lists that read differently by their query. */
const queries: Record<string, Query[]> = {
  getOrders: [{}, { q: 'ada@example.com' }, { created_from: '2020-01-01T00:00:00Z' }, { updated_from: '2020-01-01T00:00:00Z' }],
  // Other tests fill these too.
  getTenants: [{ limit: '3' }],
  getAudit: [{ limit: '3' }],
};

const reads = routes
  .filter(({ method }) => method === 'GET')
  .flatMap(({ id }) => (queries[id] ?? [{}]).map((query): [string, Query] => [id, query]));

/** A read can do without what it writes, such as the day of the key's last use. */
const statusesOf = (cell: Cell) => [cell.lasting && !isWrite(cell) ? 503 : 200];

/** Runs a read with each fault at each of its calls. `prepare` gives it a key that is in no cache yet. */
async function failuresOf(prepare: () => Promise<() => ReturnType<typeof call>>, statuses = statusesOf) {
  const first = await prepare();
  // Only the first read records that its receiver is healthy.
  await first();
  const { calls, result } = await recordCalls(await prepare());
  expect(result.status).toBe(200);
  return failuresIn(cellsOf(calls), async (cell) => {
    const { result, injected } = await withFaults([cell], await prepare());
    expect(injected).toBeGreaterThan(0);
    expect(statuses(cell)).toContain(result.status);
  });
}

test.each(reads)('%s %j succeeds or returns 503, whichever fault any of its calls has', async (id, query) => {
  const { caller, path } = routeOf(id);
  const ids = await aStoreWithEverything();
  const params = pathParameters(path, ids);
  if (!params) throw new Error(`${path} needs an ID that this test does not have`);
  const prepare = async () => {
    const as = await (caller === 'platform' ? aPlatformKey() : aManagementKey(ids.tenant));
    return () => call(id, { as, params, query });
  };
  expect(await failuresOf(prepare)).toEqual([]);
});

test('calculateRates succeeds or returns 503, whichever fault any of its calls has', async () => {
  // Calls of one store would take each other's slots.
  const prepare = async () => {
    const store = await aRatesStore(postAnswer);
    return () => call('calculateRates', { as: store.key, body: ratesRequest(store) });
  };
  // The first update takes a slot, without which the receiver is not asked. After a conflict, the next one may take it.
  const takesSlot = ({ command, nth }: Cell) => command === 'UpdateItem' && nth === 1;
  const statuses = (cell: Cell) => (cell.lasting && takesSlot(cell) ? [200, 503] : statusesOf(cell));
  expect(await failuresOf(prepare, statuses)).toEqual([]);
});
