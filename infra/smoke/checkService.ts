import { randomBytes } from 'node:crypto';
import { CommandError } from '../../apps/ops/commandError.ts';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { routes } from '../../lib/routes.ts';
import { awaitDelivery, awaitFollower, awaitRevocation, type Revoked, receiverFor } from './afterwards.ts';
import { type Caller, callerOf, type Form, StepFailed } from './caller.ts';
import { checkGateway } from './checkGateway.ts';
import { hostOf, provokeErrors } from './provokeErrors.ts';
import { reachLimits } from './reachLimits.ts';
import { createResults, type Results } from './results.ts';
import type { Service } from './serviceAt.ts';
import * as story from './story.ts';

export type Keys = {
  platform: string;
  /** Issues a platform key to revoke. Only a command with AWS credentials can do that. */
  issuePlatformKey?: () => Promise<string>;
  /** Deletes a suspended tenant. Only a command with AWS credentials can do that. */
  deleteTenant?: (id: string) => Promise<void>;
};

/** Exercises the whole service with throw-away tenants, and checks every response. */
export async function checkService(service: Service, keys: Keys): Promise<Results> {
  const results = createResults();
  const step = stepsOf(results);
  const names = Array.from({ length: 3 }, () => `smoke-${randomBytes(6).toString('hex')}`) as [string, string, string];
  await mustBeReachable(service, results, keys.platform);
  const first = await step(() => walk(service, results, step, keys.platform, 'documented', names[0]));
  const second = await step(() => walk(service, results, step, keys.platform, 'other', names[1]));
  const caller = first?.caller ?? callerOf(service, results, 'documented', keys.platform);
  await step(() => revokePlatformKey(caller, results, keys));
  await step(() => checkGateway(service, results, first?.store.secret));
  if (first && second) {
    const others = { other: second.store, user: first.user };
    const codes = await step(() => provokeErrors(caller, results, keys.platform, first.store, others));
    noteCodes(results, codes ?? new Set());
    await step(() => reachLimits(service, results, caller, names[2]));
  }
  for (const one of [first, second]) if (one) await step(() => story.closeStore(one.caller, one.store));
  const revoked = first?.revoked;
  if (revoked) await step(() => awaitRevocation(service, results, revoked));
  for (const name of names) await step(() => removeTenant(caller, results, name, keys));
  noteUncalled(results);
  return results;
}

type Step = ReturnType<typeof stepsOf>;

/**
 * Runs steps, so that one which fails does not end the check. Its failed operation is noted already, and those that were not
 * reached are noted at the end.
 */
const stepsOf =
  (results: Results) =>
  <T>(run: () => Promise<T>): Promise<T | undefined> =>
    run().catch((error) => {
      if (!(error instanceof StepFailed)) results.note('a step of this check', `it ended early: ${(error as Error).message}`);
      return undefined;
    });

/** Throws an error that the operator can fix, so that it is printed as one line instead of a table. */
async function mustBeReachable({ url, send }: Service, results: Results, key: string): Promise<void> {
  const { status, body, ms } = await send({ method: 'GET', path: '/v1/platform/auth/test', key });
  if (status === 0) throw new CommandError(`There is no response from ${url}: ${body.code}. Check the address.`);
  if (status === 401)
    throw new CommandError(
      `${url} rejected the platform key. Check PLATFORM_API_KEY if it is set. If you passed --url with --stack or --table, check that they belong together.`,
    );
  results.time('testKey', ms);
}

const follower = { name: 'order-changed' };

/** Walks every operation in one form of the paths, with a tenant of its own. */
async function walk(service: Service, results: Results, step: Step, platformKey: string, form: Form, name: string) {
  const caller = callerOf(service, results, form, platformKey);
  const store = await story.openStore(caller, { name, host: hostOf({ name }), plan: 'plan5' });
  await story.addProduct(caller);
  await story.setHours(caller);
  const { url, status } = await receiverFor(service, store.secret);
  await step(() => story.setWebhooks(caller, url, status));
  await caller.call('changeWebhook', { params: follower, body: { url } });
  const settings = step(() => useSettings(caller));
  const order = await step(() => story.placeOrder(caller));
  const delivery = order && (await step(() => story.redeliver(caller, url)));
  await caller.call('redeliverAll', { params: story.confirm, body: { state: 'failed' } });
  if (order) for (const chapter of [story.payOrder, story.shipOrder]) await chapter(caller, order);
  await step(() => story.changeOrders(caller));
  await step(() => readPages(caller));
  const { user, revoked } = (await settings) ?? {};
  const ids = { tenant: store.tenant, order: order?.number, shipment: order?.shipment, user, delivery };
  await story.readRest(caller, (id) => results.checked.has(id), ids);
  if (delivery) await awaitDelivery(service, results, store.secret, delivery);
  await awaitFollower(service, results, store.secret, follower.name);
  await caller.call('changeWebhook', { params: follower, body: { url: null } });
  return { caller, store, user: user ?? 'missing', revoked };
}

async function useSettings(caller: Caller): Promise<{ user: string; revoked: Revoked }> {
  const user = await story.addUser(caller, story.inTenMinutes());
  const key = await story.manageKeys(caller);
  return { user, revoked: { key, since: performance.now() } };
}

/** Two pages of one order each. */
async function readPages({ call, need }: Caller): Promise<void> {
  const { next_cursor: cursor } = await need('getOrders', { query: { limit: '1' } });
  const isWrong = ({ orders }: { orders: unknown[] }) =>
    orders.length !== 1 && `the second page has ${orders.length} orders, not 1`;
  if (cursor) await call('getOrders', { query: { limit: '1', cursor }, check: isWrong });
}

async function revokePlatformKey({ call }: Caller, results: Results, { issuePlatformKey }: Keys): Promise<void> {
  if (issuePlatformKey) return call('revokePlatformKey', { params: { key_id: await issuePlatformKey() } });
  await call('revokePlatformKey', { params: { key_id: 'key_missing' }, code: 'not_found' });
  results.skip('revokePlatformKey', 'only the 404 was checked; pass --stack or --table to check it with a key');
}

/** Without AWS credentials, a tenant can only expire. */
async function removeTenant({ call, need }: Caller, results: Results, name: string, { deleteTenant }: Keys): Promise<void> {
  const { tenants } = await need('getTenants', { query: { q: name } });
  // It was not created if an operation failed.
  const [tenant] = tenants;
  if (!tenant) return;
  await call('updateTenant', { params: { id: name }, body: deleteTenant ? { suspended: true } : { subscribed: 'expired' } });
  await deleteTenant?.(tenant.id);
  if (deleteTenant) results.note('the deletion of its tenants');
}

/** Errors that no caller can provoke, or only with many requests for one order or tenant. */
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
