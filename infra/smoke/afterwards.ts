import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from './results.ts';
import type { Response, Service } from './serviceAt.ts';

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

/** What happens some time after a request, and what is wrong if it does not. `since` is now by default. */
type Effect = {
  path: string;
  key: string;
  isDone(response: Response): boolean;
  seconds: number;
  since?: number;
  problem: string;
};

async function awaitEffect(service: Service, results: Results, subject: string, effect: Effect): Promise<void> {
  const { path, key, isDone, seconds, since = performance.now(), problem } = effect;
  while (!isDone(await service.send({ method: 'GET', path, key }))) {
    if (performance.now() - since > seconds * 1000) return results.note(subject, problem);
    await sleep(500);
  }
  results.note(subject);
}

/** Waits until the queue has triggered `deliver`. */
export function awaitDelivery(service: Service, results: Results, key: string, id: string): Promise<void> {
  const path = '/v1/management/settings/webhook/confirm-order/delivery/';
  const isDone = ({ body }: Response) =>
    body?.payload?.deliveries.find((one: { id: string }) => one.id === id)?.attempts.length > 0;
  const seconds = 30;
  const problem = `the event of an order was not delivered within ${seconds} s; see the logs of deliver and the queue`;
  return awaitEffect(service, results, 'deliver', { path, key, isDone, seconds, problem });
}

/** Waits until the queue has triggered `follow`, which has called the receiver. */
export function awaitFollower(service: Service, results: Results, key: string, name: string): Promise<void> {
  const path = `/v1/management/settings/webhook/${name}`;
  const isDone = ({ status, body }: Response) => status === 200 && body.payload.webhook.health.state !== 'unused';
  // A new follower runs often for half a minute, because functions that do not know it yet cannot start it.
  const seconds = 60;
  const problem = `a change of an order was not sent within ${seconds} s; see the logs of follow and its queue`;
  return awaitEffect(service, results, 'follow', { path, key, isDone, seconds, problem });
}

/** A key that was used and then revoked, and when. */
export type Revoked = { key: string; since: number };

/** A revoked key may work for 30 seconds, because functions cache keys. */
export function awaitRevocation(service: Service, results: Results, { key, since }: Revoked): Promise<void> {
  const path = '/v1/management/order/';
  const isDone = ({ status }: Response) => status === 401;
  const seconds = 30;
  const problem = `it still works after ${seconds} s`;
  return awaitEffect(service, results, 'a revoked key', { path, key, isDone, seconds, since, problem });
}
