import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../apps/ops/commandError.ts';
import { pathParameters } from '../../apps/reference/examples/pathParameters.ts';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { routes } from '../../lib/routes.ts';
import { type Caller, callerOf, type Form, StepFailed } from './caller.ts';
import { provokeErrors } from './errors.ts';
import { checkGateway } from './gateway.ts';
import { reachLimits } from './limits.ts';
import { createResults, type Results } from './results.ts';
import type { Service } from './service.ts';
import { fillShelves, openStore, type Revoked, type Store, sell, useSettings } from './store.ts';
import { awaitDelivery, receiverFor, useWebhooks } from './webhooks.ts';

export type Keys = {
  platform: string;
  /** Issues a platform key to revoke. Only a command with AWS credentials can do that. */
  issuePlatformKey?: () => Promise<string>;
};

type Walked = { store: Store; user: string; revoked: Revoked | undefined };

/** Exercises the whole service with throw-away tenants, and checks every response. */
export async function smoke(service: Service, keys: Keys): Promise<Results> {
  const results = createResults();
  await mustBeReachable(service, results, keys.platform);
  const step = <T>(run: () => Promise<T>) => run().catch(ignoreFailedStep);
  const first = await step(() => walk(service, results, keys.platform, 'documented'));
  const second = await step(() => walk(service, results, keys.platform, 'other'));
  const caller = callerOf(service, results, 'documented');
  await step(() => revokePlatformKey(caller, results, keys));
  await step(() => checkGateway(service, results, first?.store.as.as));
  if (first && second) {
    const codes = await step(() => provokeErrors(caller, results, keys.platform, first.store, second.store, first.user));
    noteCodes(results, codes ?? new Set());
    const trial = await step(() => reachLimits(service, results, caller, keys.platform, first.store));
    for (const { store } of [first, second]) await step(() => clear(caller, keys.platform, store));
    if (trial) await step(() => close(caller, keys.platform, trial));
    if (first.revoked) await awaitRevocation(service, results, first.revoked);
  }
  noteUncalled(results);
  return results;
}

/** Throws an error that the operator can fix, so that it is printed as one line instead of a table. */
async function mustBeReachable({ url, send }: Service, results: Results, key: string): Promise<void> {
  const { status, body, ms } = await send({ method: 'GET', path: '/v1/platform/auth/test', key });
  if (status === 0) throw new CommandError(`There is no response from ${url}: ${body.code}. Check the address.`);
  if (status === 401) throw new CommandError(`${url} rejected the key in PLATFORM_API_KEY. Set it to a platform key.`);
  results.time('testKey', ms);
}

/** The failed operation is already noted, and those that were not reached are noted at the end. */
function ignoreFailedStep(error: unknown): undefined {
  if (!(error instanceof StepFailed)) throw error;
}

/** Walks every operation in one form of the paths, with a tenant of its own. */
async function walk(service: Service, results: Results, platform: string, form: Form): Promise<Walked> {
  const caller = callerOf(service, results, form);
  const store = await openStore(caller, platform);
  const step = <T>(run: () => Promise<T>) => run().catch(ignoreFailedStep);
  const receiver = await receiverFor(service, store);
  const settings = step(() => useSettings(caller, store));
  await fillShelves(caller, store);
  const sold = await step(() => sell(caller, store));
  const sent = await step(() => useWebhooks(caller, store, receiver));
  const { user, revoked } = (await settings) ?? {};
  const ids = { tenant: store.tenant, order: sold?.number, shipment: sold?.shipment, user, delivery: sent?.delivery };
  await readRest(caller, results, platform, store, { ...ids, product: 'TEA', webhook: 'confirm-order' });
  if (sent) await awaitDelivery(service, results, store, sent.delivery);
  return { store, user: user ?? 'missing', revoked };
}

/** Calls each GET that has no call of its own. */
async function readRest(
  caller: Caller,
  { checked }: Results,
  platform: string,
  { as }: Store,
  ids: Record<string, string | undefined>,
) {
  const known = Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => entry[1] !== undefined));
  for (const { id, method, path, caller: kind } of routes) {
    const params = pathParameters(path, known);
    if (method === 'GET' && params && !checked.has(id))
      await caller.call(id, { as: kind === 'platform' ? platform : as.as, params });
  }
}

async function revokePlatformKey(caller: Caller, results: Results, { platform: as, issuePlatformKey }: Keys): Promise<void> {
  if (issuePlatformKey) {
    await caller.call('revokePlatformKey', { as, params: { key_id: await issuePlatformKey() } });
    return;
  }
  await caller.call('revokePlatformKey', { as, params: { key_id: 'key_missing' }, code: 'not_found' });
  results.skip('revokePlatformKey', 'only the 404 was checked; pass --stack or --table to revoke a key');
}

/** Removes what can be removed: tenants and orders stay. */
async function clear(caller: Caller, platform: string, { name, keyId, params, as }: Store): Promise<void> {
  const { call } = caller;
  for (const webhook of ['confirm-order', 'calculate-shipping-rates']) {
    await call('changeWebhook', { ...as, params: { name: webhook }, body: { url: null } });
  }
  await call('updateProduct', { ...as, params: { sku: 'TEA' }, body: { archived: true } });
  await call('linkDomain', { as: platform, body: { tenant: name, host: null } });
  await call('revokeKey', { as: platform, params: { ...params, key_id: keyId } });
  await close(caller, platform, name);
}

const close = ({ call }: Caller, as: string, id: string) =>
  call('updateTenant', { as, params: { id }, body: { subscribed: 'expired' } });

const revocationMs = 30_000;

/** A revoked key may work for 30 seconds, because functions cache keys. */
async function awaitRevocation(service: Service, results: Results, { key, at }: Revoked): Promise<void> {
  const request = { method: 'GET', path: '/v1/management/order/', key } as const;
  while ((await service.send(request)).status !== 401) {
    if (performance.now() - at > revocationMs)
      return results.note('a revoked key', `it still works after ${revocationMs / 1000} s`);
    await sleep(1000);
  }
  results.note('a revoked key');
}

/** Errors that no caller can provoke, or only with a hundred requests for one order or tenant. */
const unprovoked: ErrorCode[] = ['internal_error', 'temporarily_unavailable', 'too_many_keys', 'order_full'];
const elsewhere: ErrorCode[] = ['method_not_allowed', 'rate_limited'];

function noteCodes(results: Results, provoked: ReadonlySet<ErrorCode>): void {
  const codes = (Object.keys(statusOf) as ErrorCode[]).filter((code) => ![...unprovoked, ...elsewhere].includes(code));
  const missing = codes.filter((code) => !provoked.has(code));
  if (missing.length > 0) results.note('errors', `not provoked: ${missing.join(', ')}`);
  results.skip('errors', `ok, but not provoked: ${unprovoked.join(', ')}`);
}

function noteUncalled(results: Results): void {
  for (const { id } of routes) {
    if (!results.timings.has(id) && !results.skipped.has(id) && !results.problems.some(({ subject }) => subject === id)) {
      results.note(id, 'not called, because an operation before it failed');
    }
  }
}
