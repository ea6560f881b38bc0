import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import type { Results } from './results.ts';
import type { Service } from './service.ts';
import { lines, type Store } from './store.ts';

const confirm = { params: { name: 'confirm-order' } };
const rates = { params: { name: 'calculate-shipping-rates' } };
const destination = { line1: '1 Harbour Street', city: 'Berlin', postal_code: '10115', country: 'DE' };
const deliveryTimeoutMs = 30_000;

/**
 * The receiver of the webhooks: the service itself, which answers a POST to `/health` with 405. If its address may not be
 * called, as on plain HTTP, an address that cannot exist.
 */
export type Receiver = { url: string; status: number | null };

export async function receiverFor(service: Service, { as }: Store): Promise<Receiver> {
  const url = `${service.url}/health`;
  const path = `/v1/management/settings/webhook/${rates.params.name}`;
  const { status } = await service.send({ method: 'PATCH', path, key: as.as, body: { url } });
  return status === 200 ? { url, status: 405 } : { url: 'https://receiver.invalid/hooks', status: null };
}

/** Sets, tests and uses the webhooks. Returns the event of an order. */
export async function useWebhooks(
  { call, need }: Caller,
  { as }: Store,
  { url, status }: Receiver,
): Promise<{ delivery: string }> {
  await call('changeWebhook', { ...as, ...rates, body: { url } });
  await call('changeWebhook', { ...as, ...confirm, body: { url } });
  await call('getWebhook', { ...as, ...confirm, check: ({ webhook }) => webhook.url !== url && 'the URL is not set' });
  await call('replaceWebhookSecret', { ...as, ...confirm });
  const isCalled = ({ test }: { test: { status: number | null; problem: string } }) =>
    test.status !== status && `the receiver was not called (${test.problem})`;
  await call('testWebhook', { ...as, ...confirm, check: isCalled });
  await call('calculateRates', { ...as, body: { destination, lines: lines(1) } });
  await call('placeOrder', { ...as, body: { lines: lines(1) } });
  const { deliveries } = await need('getDeliveries', { ...as, ...confirm });
  const params = { ...confirm.params, id: deliveries[0]?.id ?? 'missing' };
  await call('redeliver', { ...as, params });
  await call('redeliverAll', { ...as, ...confirm, body: { state: 'failed' } });
  return { delivery: params.id };
}

/** Waits until the queue has triggered `deliver`. */
export async function awaitDelivery(service: Service, results: Results, { as }: Store, id: string): Promise<void> {
  const path = '/v1/management/settings/webhook/confirm-order/delivery/';
  const end = performance.now() + deliveryTimeoutMs;
  while (performance.now() < end) {
    const { body } = await service.send({ method: 'GET', path, key: as.as });
    const delivery = body?.payload?.deliveries.find((one: { id: string }) => one.id === id);
    if (delivery?.attempts.length > 0) return results.note('deliver');
    await sleep(500);
  }
  const seconds = deliveryTimeoutMs / 1000;
  results.note('deliver', `the event of an order was not delivered within ${seconds} s; see the logs of deliver and the queue`);
}
