import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { TenantId } from './db/key.ts';
import type { ApiError } from './errors.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Metric } from './metrics.ts';
import { envelope } from './middleware/envelope.ts';
import { keyAuth } from './middleware/keyAuth.ts';
import { validation } from './middleware/validation.ts';
import type { Body, Params, Payload, Query, Route } from './route.ts';
import type { Sendable } from './values/json.ts';
import type { IfMatch } from './version.ts';

/** Who makes a change, for the audit log. */
export type By = { key: string; request_id: string; operation: string };

/** What a handler is called with: everything authenticated, validated and typed by its row. */
export type Call<R extends Route> = {
  /** The caller's tenant, taken from the key alone. */
  tenant: R['caller'] extends 'management' ? TenantId : undefined;
  by: By;
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  now: Date;
  idempotency: IdempotencyKey | undefined;
  ifMatch: IfMatch;
};

/** The gateway's event, on which the middlewares lay what they found out. */
export type Event<R extends Route = Route> = APIGatewayProxyEvent & { call: Call<R> };

/** An answer that says more than its payload. */
export class Answer<P> {
  readonly payload: P;
  readonly status: number | undefined;
  readonly replayed: boolean;
  /** What it counts as, unless it is replayed. */
  readonly counted: Metric | undefined;

  constructor(payload: P, { status, replayed = false, counted }: { status?: number; replayed?: boolean; counted?: Metric }) {
    this.payload = payload;
    this.status = status;
    this.replayed = replayed;
    this.counted = counted;
  }
}

export type Handler = (event: APIGatewayProxyEvent, context?: unknown) => Promise<APIGatewayProxyResult>;

/** Makes the Lambda handler of one row of the route table. */
export function operation<R extends Route>(
  row: () => R,
  run: (call: Call<R>) => Promise<Sendable<Payload<R>> | Answer<Sendable<Payload<R>>>>,
): Handler {
  const route = row();
  return answering(route)
    .use(keyAuth(route))
    .use(validation(route))
    .handler((event: Event<R>) => run(event.call)) as unknown as Handler;
}

/** What every handler begins with. */
const answering = (route: Parameters<typeof envelope>[0]) => middy({ timeoutEarlyInMillis: 0 }).use(envelope(route));

/** Begins a handler that no row describes, and that answers everybody. */
export const open = (id: string) => answering({ id, caller: 'platform', status: 200 });

/** Makes a handler that has nothing but refusals to give. */
export const refusing = (id: string, decide: (event: APIGatewayProxyEvent) => ApiError): Handler =>
  open(id).handler((event: Event) => {
    throw decide(event);
  }) as unknown as Handler;
