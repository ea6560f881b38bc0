import type { Entry } from '../../lib/audit/schema.ts';
import { platform } from './actors.ts';
import { type Answer, call, type Options } from './call.ts';

type NextCall = (answer: Answer, options: Options) => Options | undefined;

const byCursor: NextCall = ({ payload: { next_cursor } }, { query: { limit } = {}, ...options }) =>
  next_cursor ? { ...options, query: { ...(limit && { limit }), cursor: next_cursor } } : undefined;

/** The stage at the end of a deployed base URL. Links start with it. A local URL has none. */
const stage = /\/[^/]+$/.exec(new URL(process.env.BASE_URL ?? 'http://here').pathname)?.[0] ?? '';

/** Follows only the Link header, like a client that does not know cursors. */
export const byLink: NextCall = ({ headers: { link } }, options) => {
  const target = link && /^<(.+)>; rel="next"$/.exec(link)?.[1];
  if (!target) return undefined;
  const { pathname, searchParams } = new URL(target, 'http://here');
  return { ...options, at: pathname.slice(stage.length), query: Object.fromEntries(searchParams) };
};

/** Yields every page of a list, with one call each. */
export async function* pages(id: string, options: Options, nextCall: NextCall = byCursor) {
  for (let next: Options | undefined = options; next; ) {
    const answer = await call(id, next);
    yield answer;
    next = nextCall(answer, next);
  }
}

/** All items of a list. */
export async function walk(id: string, options: Options, nextCall?: NextCall) {
  const items = [];
  for await (const { payload } of pages(id, options, nextCall))
    items.push(...(Object.values(payload)[0] as Record<string, unknown>[]));
  return items;
}

/** The audit entries of a tenant, newest first. */
export const auditOf = async (tenant: string) => (await walk('getAudit', { as: platform, query: { tenant } })) as Entry[];

/** How many audit entries of an operation a tenant has. */
export const entriesOf = async (tenant: string, operation: string) =>
  (await auditOf(tenant)).filter((entry) => entry.operation === operation).length;
