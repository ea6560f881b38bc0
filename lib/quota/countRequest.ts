import { randomBytes } from 'node:crypto';
import type { Event } from '../api/call.ts';
import { type ApiError, rateLimited } from '../api/errors.ts';
import { logFailure } from '../api/log.ts';
import type { TenantId } from '../db/key.ts';
import { upsert } from '../db/write.ts';
import { createLimiter, type Usage } from './limiter.ts';
import { defaultPlan, type Plan, windowMs } from './quotas.ts';

let parsed: { text: string; quotas: Record<Plan, number> } | undefined;

/** Local runs have no quotas unless `RATE_LIMIT` is set. */
function quotaOf(plan: Plan | null): number | undefined {
  const { QUOTAS: text } = process.env;
  if (!text) return undefined;
  if (parsed?.text !== text) parsed = { text, quotas: JSON.parse(text) };
  return parsed.quotas[plan ?? defaultPlan];
}

/** Each instance stores its count in an attribute of its own, so repeating a report changes nothing. */
const instance = `i_${randomBytes(6).toString('base64url').replaceAll('-', '_')}`;
const retentionSeconds = 60;

async function report(tenant: string, window: number, own: number): Promise<Usage> {
  const expires_at = Math.floor(((window + 1) * windowMs) / 1000) + retentionSeconds;
  const item = await upsert<Record<string, number>>(`QUOTA#${tenant as TenantId}`, `WINDOW#${window}`, {
    [instance]: own,
    expires_at,
  });
  const counts = Object.entries(item).flatMap(([name, count]) => (name.startsWith('i_') ? [count] : []));
  return { used: counts.reduce((sum, count) => sum + count, 0), instances: counts.length };
}

const admit = createLimiter(report, windowMs);

const unitBytes = 256 * 1024;

/** A large response counts once more for each further 256 KB, or part of it. */
const furtherUnits = (body: string) => Math.max(0, Math.ceil(Buffer.byteLength(body) / unitBytes) - 1);

export type Limit = {
  countResponse: NonNullable<Event['countResponse']>;
  report: Promise<unknown> | undefined;
  error: ApiError | undefined;
};

/** Counts a request against its tenant's quota. Returns undefined if this stage has no quotas. */
export function countRequest(tenant: TenantId, plan: Plan | null, now: Date): Limit | undefined {
  const quota = quotaOf(plan);
  if (quota === undefined) return undefined;
  const { admitted, add, report } = admit(tenant, quota, now.getTime());
  const seconds = Math.ceil((windowMs - (now.getTime() % windowMs)) / 1000);
  const logged = (report: Promise<void> | undefined) =>
    report?.catch(logFailure('could not report the request count', { tenant }));
  const policy = { 'RateLimit-Policy': `"tenant";q=${quota};w=${windowMs / 1000}` };
  return {
    countResponse: (body) => {
      const { remaining, report } = add(furtherUnits(body));
      return { headers: { ...policy, RateLimit: `"tenant";r=${remaining};t=${seconds}` }, report: logged(report) };
    },
    report: logged(report),
    error: admitted ? undefined : exceeded(quota, seconds),
  };
}

const exceeded = (quota: number, seconds: number) =>
  rateLimited(`Your store has used up its quota of ${quota} requests per ${windowMs / 1000} seconds.`, seconds);
