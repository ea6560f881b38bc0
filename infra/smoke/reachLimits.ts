import { inTurns } from '../../lib/values/inTurns.ts';
import { maxPerMinute } from '../../lib/webhook/limits.ts';
import type { Caller } from './caller.ts';
import { problemsOf } from './responseProblems.ts';
import type { Results } from './results.ts';
import type { Request, Service } from './serviceAt.ts';
import { inTenMinutes, owner, rates } from './story.ts';

/**
 * Reaches the limit of test calls, the gateway's limit per method if a few hundred requests can, and the quota of a store. The
 * last needs a tenant of its own, of this name.
 */
export async function reachLimits(service: Service, results: Results, caller: Caller, trial: string): Promise<void> {
  for (let i = 0; i < maxPerMinute; i++) await caller.call('testWebhook', { params: rates });
  await caller.call('testWebhook', { params: rates, code: 'rate_limited', acceptsLimit: true });
  // Without a slash, because the gateway may count another form of the path for all operations together, with a larger limit.
  await flood(service, results, "the gateway's limit per method", { method: 'GET', path: '/v1/platform/audit' });
  const key = await openTrial(caller, trial);
  await flood(service, results, 'the quota of a store', { method: 'GET', path: '/v1/management/order/available', key });
}

/** The small quota of the tenant counts from its first request. Returns its key. */
async function openTrial({ call, need }: Caller, name: string): Promise<string> {
  await need('createTenant', { body: { name, country: 'DE', timezone: 'Europe/Berlin', owner } });
  await call('setStorePlan', { body: { tenant: name, override_plan: 'trial' } });
  const { secret } = await need('issueKey', { params: { id: name }, body: { expires: inTenMinutes() } });
  return secret;
}

const maxRequests = 400;

async function flood(service: Service, results: Results, name: string, request: Request): Promise<void> {
  let problems: string[] | undefined;
  let policy = '';
  const started = performance.now();
  const send = async () => {
    if (problems) return;
    const response = await service.send({ ...request, acceptsLimit: true });
    policy = response.headers['ratelimit-policy'] ?? policy;
    if (response.status === 429) problems = problemsOf(service, { status: 429, code: 'rate_limited' }, response);
  };
  await inTurns(Array.from({ length: maxRequests }), send, 10);
  const [, quota, seconds] = /q=(\d+);w=(\d+)/.exec(policy) ?? [];
  // They began in two windows at most, and each of ten instances may admit five more before it knows the others.
  const mustReach = maxRequests > 2 * (1.2 * Number(quota) + 50) && performance.now() - started < Number(seconds) * 1000;
  if (problems) results.note(name, problems);
  else if (mustReach) results.note(name, `not reached with ${maxRequests} requests, although it is ${quota} in ${seconds} s`);
  else results.skip(name, `not reached with ${maxRequests} requests`);
}
