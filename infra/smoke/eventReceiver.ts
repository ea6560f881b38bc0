import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from './results.ts';
import type { Service } from './serviceAt.ts';

const deliveryTimeoutMs = 30_000;
/** A new follower runs often for half a minute, because functions that do not know it yet cannot start it. */
const followTimeoutMs = 60_000;

/**
 * The receiver of the webhooks: the service itself, which answers a POST to `/health` with 405. If its address may not be
 * called, as on plain HTTP, an address that cannot exist.
 */
export async function receiverFor(service: Service, key: string): Promise<{ url: string; status: number | null }> {
  const url = `${service.url}/health`;
  const path = '/v1/management/settings/webhook/calculate-shipping-rates';
  const { status } = await service.send({ method: 'PATCH', path, key, body: { url } });
  return status === 200 ? { url, status: 405 } : { url: 'https://receiver.invalid/hooks', status: null };
}

/** Waits until the queue has triggered `deliver`. */
export async function awaitDelivery(service: Service, results: Results, key: string, id: string): Promise<void> {
  const path = '/v1/management/settings/webhook/confirm-order/delivery/';
  const end = performance.now() + deliveryTimeoutMs;
  while (performance.now() < end) {
    const { body } = await service.send({ method: 'GET', path, key });
    const delivery = body?.payload?.deliveries.find((one: { id: string }) => one.id === id);
    if (delivery?.attempts.length > 0) return results.note('deliver');
    await sleep(500);
  }
  const seconds = deliveryTimeoutMs / 1000;
  results.note('deliver', `the event of an order was not delivered within ${seconds} s; see the logs of deliver and the queue`);
}

/** Waits until the queue has triggered `follow`, which has called the receiver. */
export async function awaitFollower(service: Service, results: Results, key: string, name: string): Promise<void> {
  const path = `/v1/management/settings/webhook/${name}`;
  const end = performance.now() + followTimeoutMs;
  while (performance.now() < end) {
    const { body } = await service.send({ method: 'GET', path, key });
    if (body?.payload?.webhook.health.state !== 'unused') return results.note('follow');
    await sleep(500);
  }
  const seconds = followTimeoutMs / 1000;
  results.note('follow', `a change of an order was not sent within ${seconds} s; see the logs of follow and its queue`);
}
