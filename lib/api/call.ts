import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { TenantId } from '../db/key.ts';
import type { KeyScope } from '../key/scopes.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Metric } from './metrics.ts';
import type { Body, Caller, Params, Query, ServedRoute } from './route.ts';
import type { IfMatch } from './version.ts';

/** Who makes a change, and with which request. Recorded in the audit log and in the order's history. A command has no key. */
export type Author = {
  caller: Caller;
  key: string | null;
  key_label: string | null;
  /** The user that the key belongs to, if it is a staff key. */
  user: string | null;
  /** The tenant that the key belongs to. With a platform key, null until a change of a tenant adds its name. */
  tenant_name: string | null;
  /** Who acted on the caller's side: the user of a staff key, otherwise from `X-Actor`. */
  actor: string | null;
  /** The caller's IP address. */
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
  operation: string;
};

/** The author of a request always has a key. */
export type Requester = Author & { key: string };

/** Who calls, and when. The tenant is always taken from the key, never from the request. A platform key has no scopes. */
export type Auth = { tenant: TenantId | undefined; scopes: readonly KeyScope[]; by: Requester; now: Date };

/** A validated request. */
type ValidCall = Auth & {
  params: unknown;
  query: unknown;
  body: unknown;
  idempotency: IdempotencyKey | undefined;
  ifMatch: IfMatch;
  /** From `If-None-Match: *`: fail with `already_exists` rather than replace. */
  createOnly: boolean;
};

/** What a handler receives: a request typed by its route. */
export type Call<R extends ServedRoute> = ValidCall & {
  tenant: R['caller'] extends 'management' ? TenantId : undefined;
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
};

/** The gateway's event and what the middlewares add to it. A rehearsal is not logged. */
export type Event = APIGatewayProxyEvent & {
  auth?: Auth;
  call?: ValidCall;
  /** Throws if the key may no longer do what the request asks for. */
  recheckKey?: () => Promise<void>;
  /** Counts the size of a response against the quota. */
  countResponse?: (body: string) => { headers: Record<string, string>; report: Promise<unknown> | undefined };
  isRehearsal?: true;
};

/** A middleware, with what it shares with others in `internal`. */
export type Middleware<Internal extends Record<string, unknown> = Record<string, unknown>> = MiddlewareObj<
  Event,
  unknown,
  Error,
  Context,
  Internal
>;

export type Handler = (event: APIGatewayProxyEvent, context?: unknown) => Promise<APIGatewayProxyResult>;

/** A payload with a status of its own, a replay flag or a metric. */
export class OperationResponse<P> {
  readonly payload: P;
  readonly status: number | undefined;
  readonly replayed: boolean;
  /** Not counted when replayed. */
  readonly metric: Metric | undefined;

  constructor(payload: P, { status, replayed = false, metric }: { status?: number; replayed?: boolean; metric?: Metric }) {
    this.payload = payload;
    this.status = status;
    this.replayed = replayed;
    this.metric = metric;
  }
}

/** A header's value by its lower-case name. */
export function headerOf({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  for (const header in headers) if (header.toLowerCase() === name) return headers[header];
  return undefined;
}
