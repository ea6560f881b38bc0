import type { SQSEvent } from 'aws-lambda';
import { handler as deliver } from '../../../functions/webhook/deliver.ts';
import { handler as sweep } from '../../../functions/webhook/sweep.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../call.ts';
import { keyed } from '../orders.ts';
import { recordNeeds } from './needs.ts';
import { callRecorded, type Shop, sku } from './shop.ts';

const hook = { name: 'confirm-order' };
const one = { lines: [{ sku: 'TEA', quantity: 1 }] };

export async function orders({ key: as }: Shop) {
  for (const lines of [one.lines, one.lines, [{ sku: 'TEA', quantity: 99 }]]) {
    await callRecorded('placeOrder', { as, body: { lines, authorized: true }, headers: keyed('once') });
  }
  const card = { sku: 'CARD' };
  await call('putProduct', { as, params: card, body: { name: 'Card', price: 9, stock: null } });
  await callRecorded('placeOrder', { as, body: { lines: [{ ...card, quantity: 1 }] } });
  const { number, shipments } = (await callRecorded('placeOrder', { as, body: { ...one, authorized: true } })).payload.orders;
  const params = { number };
  for (const first_name of ['Ada', 'Mary'])
    await callRecorded('updateOrder', { as, params, body: { customer: { first_name } } });
  const queries: Record<string, string>[] = [
    {},
    { created_from: '2026-01-01T00:00:00Z' },
    { q: 'mary' },
    { updated_from: '2026-01-01T00:00:00Z' },
  ];
  for (const query of queries) await callRecorded('getOrders', { as, query });
  for (const total of [4, 4, 99, -1])
    await callRecorded('createPayment', { as, params, body: { total, ...refunds(total) }, headers: keyed(`${total}`) });
  await callRecorded('createCredit', { as, params, body: { amount: 1 } });
  const shipment = { ...params, id: shipments[0].id };
  for (const state of ['shipped', 'ready']) await callRecorded('updateShipment', { as, params: shipment, body: { state } });
  await callRecorded('updateOrder', { as, params, body: { cancelled: true, restock: true } });
  await call('putProduct', { as, params: sku, body: { name: 'Tea', price: 9, stock: 0 } });
  await callRecorded('updateOrder', { as, params, body: { cancelled: false } });
  await call('putProduct', { as, params: sku, body: { name: 'Tea', price: 9, stock: 9 } });
  await callRecorded('updateOrder', { as, params, body: { cancelled: false, visible: false } });
  await parcels(as);
}

async function parcels(as: string) {
  const body = { lines: [{ sku: 'TEA', quantity: 2 }], authorized: true };
  const { number, shipments } = (await call('placeOrder', { as, body })).payload.orders;
  await callRecorded('splitShipment', { as, params: { number }, body: { from: shipments[0].id, ...one } });
  const params = { number, id: shipments[0].id };
  await call('updateShipment', { as, params, body: { state: 'shipped' } });
  for (let time = 0; time < 2; time++) await callRecorded('returnShipment', { as, params });
}

const refunds = (total: number) => (total < 0 ? { method: 'refund' } : {});

export async function rates({ key: as, receiver }: Shop) {
  const destination = { country: 'DE' };
  receiver.answers({ body: { rates: [{ id: 'post', name: 'Post', price: 4 }] } }, 500);
  for (const quantity of [1, 1, 2]) {
    await callRecorded('calculateRates', { as, body: { destination, lines: [{ ...sku, quantity }] } });
  }
}

export async function deliveries({ key: as, tenant, receiver }: Shop) {
  const runDeliver = (sk: string) =>
    recordNeeds('deliver', () => deliver({ Records: [{ body: JSON.stringify({ tenant, sk }) }] } as SQSEvent));
  const setUrl = (value: string | null) => call('changeWebhook', { as, params: hook, body: { url: value } });
  const newDelivery = async () => {
    await call('placeOrder', { as, body: one });
    const [newest] = (await callRecorded('getDeliveries', { as, params: hook })).payload.deliveries as [Delivery];
    await callRecorded('getDeliveries', { as, params: hook, query: { order: newest.order } });
    return newest;
  };
  const first = await newDelivery();
  process.env.STAGE = 'dev';
  await recordNeeds('sweep', () => sweep());
  delete process.env.STAGE;
  for (const answer of [{ body: { authorized: true } }, 500, 410]) {
    receiver.answers(answer);
    await runDeliver(deliveryKey((await newDelivery()).id));
  }
  await runDeliver(deliveryKey(first.id));
  await setUrl(receiver.url);
  await runDeliver('WEBHOOK#confirm-order');
  await callRecorded('redeliver', { as, params: { ...hook, id: first.id } });
  // Five failures start a back-off, and a successful test call ends it.
  receiver.answers(500);
  for (let failure = 0; failure < 5; failure++) await runDeliver(deliveryKey((await newDelivery()).id));
  receiver.answers({ body: {} });
  await callRecorded('testWebhook', { as, params: hook });
  // Without a URL, the first event waits.
  await setUrl(null);
  await runDeliver(deliveryKey(first.id));
  await callRecorded('redeliverAll', { as, params: hook, body: { state: 'waiting' } });
}
