import { randomUUID } from 'node:crypto';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { type Route, urlOf } from '../../lib/api/route.ts';
import { routeOf } from '../../lib/routes.ts';
import { problemsOf } from './responseProblems.ts';
import type { Results } from './results.ts';
import type { Response, Service } from './serviceAt.ts';
import type { StoryCall } from './story.ts';

export type Call = StoryCall & {
  headers?: Record<string, string>;
  /** The expected error. */
  code?: ErrorCode;
  acceptsLimit?: boolean;
};

/** An operation whose result the following calls need has failed. */
export class StepFailed extends Error {}

/** As documented, or with the trailing slash added or removed. */
export type Form = 'documented' | 'other';

export const inForm = (path: string, form: Form) => {
  if (form === 'documented') return path;
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
};

/** Calls operations in one of the two forms of their paths, and notes what is wrong with each response. */
export function callerOf(service: Service, results: Results, form: Form, platformKey: string) {
  const keys: Record<Route['caller'], string | undefined> = { platform: platformKey, management: undefined };

  async function send(route: Route, path: string, call: Call): Promise<Response> {
    const { as: key = keys[route.caller], body, headers, acceptsLimit } = call;
    const at = urlOf(inForm(path, form), call);
    const response = await service.send({ method: route.method, path: at, key, body, headers, acceptsLimit });
    const expected = { status: call.status ?? (call.code ? statusOf[call.code] : route.status), code: call.code };
    const problems = problemsOf(service, expected, response, route);
    const isExpected = response.status === expected.status && response.body?.code === call.code;
    const wrong = isExpected && call.check?.(response.body?.payload);
    const all = [...problems, ...limitProblems(service, route, response), ...(wrong ? [wrong] : [])];
    results.note(
      route.id,
      all.map((problem) => `${route.method} ${at}: ${problem}`),
    );
    if (response.status < 300) results.time(route.id, response.ms);
    return isExpected ? response : { ...response, body: undefined };
  }

  /** Calls an operation at every path that it has. Returns the payload; undefined if the response was not the expected one. */
  async function call(id: string, options: Call = {}): Promise<Response['body']> {
    const route = routeOf(id);
    const isIdempotent = route.idempotent && !options.code;
    const headers = { ...(isIdempotent && { 'Idempotency-Key': randomUUID() }), ...options.headers };
    const first = await send(route, route.path, { ...options, headers });
    if (isIdempotent && first.body) noteReplay(results, route, first, await send(route, route.path, { ...options, headers }));
    if (route.alias) await send(route, route.alias, options);
    return first.body?.payload;
  }

  return {
    call,
    /** Calls an operation whose payload the following calls need. */
    async need(id: string, options: Call = {}): Promise<Response['body']> {
      const payload = await call(id, options);
      if (payload === undefined) throw new StepFailed(id);
      return payload;
    },
    /** The key of the store that the following calls are for. */
    useKey(key: string) {
      keys.management = key;
    },
  };
}

export type Caller = ReturnType<typeof callerOf>;

/** Every deployment has quotas, and reports them to callers with a valid management key. */
function limitProblems({ isDeployed }: Service, { caller }: Route, { headers, status, body }: Response): string[] {
  const isCounted = caller === 'management' && status > 0 && ![401, 503].includes(status) && body?.code !== 'internal_error';
  const names = ['RateLimit-Policy', 'RateLimit'].filter((name) => !headers[name.toLowerCase()]);
  return isDeployed && isCounted ? names.map((name) => `the header ${name} is missing`) : [];
}

type Resource = { id?: string; number?: string; sku?: string };

function noteReplay(results: Results, { id }: Route, first: Response, second: Response): void {
  const isReplayed = second.headers['idempotent-replayed'] === 'true';
  const idOf = (one: Resource | null) => one?.id ?? one?.number ?? one?.sku;
  const idIn = ({ body }: Response) => Object.values<Resource | null>(body?.payload ?? {}).map(idOf);
  const isSame = JSON.stringify(idIn(first)) === JSON.stringify(idIn(second));
  if (!isReplayed) results.note(id, 'repeated with the same Idempotency-Key: the header Idempotent-Replayed is missing');
  else results.note('idempotency', isSame ? undefined : `${id}: repeated with the same key, it returned another resource`);
}
