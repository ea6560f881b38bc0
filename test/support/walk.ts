import type { Entry } from '../../lib/audit/schema.ts';
import { platform } from './actors.ts';
import { type Answer, call, type Options } from './call.ts';

type Way = (answer: Answer, options: Options) => Options | undefined;

const byCursor: Way = ({ payload: { next_cursor } }, { query: { limit } = {}, ...options }) =>
  next_cursor ? { ...options, query: { ...(limit && { limit }), cursor: next_cursor } } : undefined;

/** The last part of a base URL, with which a deployed gateway's links begin; a local one has none. */
const stage = /\/[^/]+$/.exec(new URL(process.env.BASE_URL ?? 'http://here').pathname)?.[0] ?? '';

/** Follows the Link header alone, as a client does that knows no cursors. */
export const byLink: Way = ({ headers: { link } }, options) => {
  const target = link && /^<(.+)>; rel="next"$/.exec(link)?.[1];
  if (!target) return undefined;
  const { pathname, searchParams } = new URL(target, 'http://here');
  return { ...options, at: pathname.slice(stage.length), query: Object.fromEntries(searchParams) };
};

/** Every page of a list, one call each. */
export async function* pages(id: string, options: Options, way: Way = byCursor) {
  for (let next: Options | undefined = options; next; ) {
    const answer = await call(id, next);
    yield answer;
    next = way(answer, next);
  }
}

/** All that a list holds. */
export async function walk(id: string, options: Options, way?: Way) {
  const items = [];
  for await (const { payload } of pages(id, options, way))
    items.push(...(Object.values(payload)[0] as Record<string, unknown>[]));
  return items;
}

/** What was written down of a tenant, newest first. */
export const auditOf = async (tenant: string) => (await walk('getAudit', { as: platform, query: { tenant } })) as Entry[];
