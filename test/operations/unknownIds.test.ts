import { expect, test } from '@jest/globals';
import { committedExamples } from '../../apps/reference/openapi/examples.ts';
import { pathParameters } from '../../infra/smoke/pathParameters.ts';
import type { Route } from '../../lib/api/route.ts';
import { routes } from '../../lib/routes.ts';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf } from '../support/keys.ts';
import { anOrder, read } from '../support/orders.ts';
import { aWebhookStore, onlyDelivery, placeOne } from '../support/webhooks.ts';

type Ids = Record<string, string>;

/** A store with an ID for each noun in a path. */
const store = await aWebhookStore();
const order = await placeOne(store);
const { payload } = await call('getOrder', { as: store.key, params: { number: order } });
const [own, stranger] = [store, await aStore()];
const ids = {
  tenant: store.tenant.id,
  order,
  shipment: payload.orders.shipments[0].id,
  product: store.sku,
  user: store.tenant.owner.id,
  key: (await keysOf(store.tenant.id))[0]?.id as string,
  webhook: 'confirm-order',
  delivery: (await onlyDelivery(store)).id,
};

const { operations } = committedExamples();
const addressed = routes.filter(({ path }) => path.includes('{'));
const paramsOf = (path: string, given: Ids) => pathParameters(path, given) as Ids;

/** A valid body, so that only the resource is missing. */
const bodyFor = (id: string, { shipment, product }: Ids) =>
  id === 'splitShipment' ? { from: shipment, lines: [{ sku: product, quantity: 1 }] } : operations[id]?.[0]?.body;

/** IDs that no resource can have. */
const long = 'x'.repeat(3000);
const impossible = ['-', '%', '%2F', '%00', 'a/b', '../1001', 'ä☃', '\u0000', `'"<x>&;`, 'A#b', '__proto__', long];

/** Other spellings of an ID, and IDs like it. */
const similar = (id: string) =>
  [
    `0${id}`,
    `0x${id}`,
    `${id}0`,
    `${id} `,
    ` ${id}`,
    `${id}.0`,
    `+${id}`,
    id.toUpperCase(),
    `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
    `xyz${id.slice(3)}`,
    id + long,
  ].filter((each) => each !== id);

const send = ({ id, caller }: Route, params: Ids, as = caller === 'platform' ? platform : own.key) => {
  const body = bodyFor(id, ids);
  return call(id, { as, params, ...(body && { body }) });
};

test.each(addressed)('$id returns 404 for any ID that does not exist', async (route) => {
  const params = paramsOf(route.path, ids);
  for (const [name, known] of Object.entries(params)) {
    for (const wrong of route.id === 'putProduct' ? impossible : [...impossible, ...similar(known)]) {
      const { status, code } = await send(route, { ...params, [name]: wrong });
      expect([wrong, status, code]).toEqual([wrong, 404, 'not_found']);
    }
  }
});

const ofAStore = addressed.filter(
  ({ id, caller, path }) => caller === 'management' && /\{(number|id|sku|key_id)\}/.test(path) && id !== 'putProduct',
);

test.each(ofAStore)('$id answers for the resource of another store as for one that does not exist', async (route) => {
  const none = { order: '987654', shipment: 'shp_0', product: 'NONE', user: 'usr_0', key: 'key_0', delivery: 'evt_0' };
  const answers = [];
  for (const given of [ids, { ...ids, ...none }]) {
    const { status, body } = await send(route, paramsOf(route.path, given), stranger.key);
    const { request_id: _, description, ...rest } = body;
    const hidden = Object.values(given).reduce((text, id) => text.replaceAll(id, '…'), description);
    answers.push({ status, ...rest, description: hidden });
  }
  expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' });
  expect(answers[0]).toEqual(answers[1]);
});

test.each(['updateShipment', 'returnShipment', 'splitShipment'])('%s finds no shipment of another order', async (id) => {
  const other = await anOrder(own);
  const shipment = other.shipments[0]?.id as string;
  const params = { number: ids.order as string, id: shipment };
  expect(await call(id, { as: own.key, params, body: bodyFor(id, { ...ids, shipment }) })).toMatchObject({ status: 404 });
  expect(await read(own, other.number)).toEqual(other);
});

test.each([
  ['getTenant', platform, { id: 'nobody' }, 'There is no tenant nobody.'],
  ['getTenant', platform, { id: '<b>' }, 'There is no tenant with this ID or name.'],
  ['getOrder', own.key, { number: 'x' }, 'There is no order with this number.'],
])('%s says what does not exist: %j', async (id, as, params, description) => {
  expect((await call(id, { as, params: params as Ids })).body.description).toBe(description);
});
