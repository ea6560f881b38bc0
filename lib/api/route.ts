import type * as z from 'zod/mini';
import { type KeyScope, scopeOf } from '../key/scopes.ts';
import type { ErrorCode } from './errors.ts';
import type { Section } from './sections.ts';

export type Caller = 'platform' | 'management';

/** The actions that an operation's role is granted, beyond those for checking the key. */
export type Access =
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem'
  | 'Query listed'
  | 'Query changed'
  | 'Query unfinished'
  | 'Query due'
  | 'SendMessage'
  /** Sends messages to the queue of the followers. */
  | 'ring followers'
  /** Is triggered by the queue of deliveries, or by that of the followers. */
  | 'receive deliveries'
  | 'receive follower runs'
  | 'read the index lag'
  /** Writes the item that measures the delay of an index. */
  | 'measure an index'
  /** Reads all platform keys. */
  | 'watch platform keys'
  /** Marks a platform key as revoked. The only other change that a function can make to it is to record its last use. */
  | 'revoke platform keys'
  /** Calls the functions of operations. */
  | 'call operations'
  /** Reads the keys that seal the secrets of webhooks. */
  | 'read webhook keys'
  /** Calls a receiver on the internet, which can be slow to respond. */
  | 'call receiver';

/** What a deployed function knows about its operation. */
export type ServedRoute = {
  /** Also the name of the handler's file. */
  id: string;
  /** The kind of key that it accepts. */
  caller: Caller;
  /** The scope that a management key needs. Undefined if any key will do. */
  scope: KeyScope | undefined;
  /** Scopes that also suffice, but allow less elsewhere. */
  narrowerScopes?: readonly KeyScope[];
  /** Another scope that a management key needs as well. */
  secondScope?: KeyScope;
  /**
   * A write whose effect would last beyond the key: every platform write, and every write to settings. It reads the key again
   * first, even if it is cached, so that a revoked key can leave nothing behind.
   */
  outlivesKey: boolean;
  /** Whether it starts the tenant's followers afterwards. */
  changesOrders: boolean;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As documented; served with and without a trailing slash. */
  path: `/${string}`;
  /** A second path of the same operation. */
  alias?: `/${string}`;
  status: 200 | 201;
  /** The status if a create-or-replace request created the resource. It honours `If-None-Match: *`, which only creates. */
  createdStatus?: 201;
  /** If left out, path parameters can be any text. */
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  /** Honours `Idempotency-Key`. */
  idempotent?: true;
  /** Honours `If-Match`. */
  ifMatch?: true;
  /** The payload field whose version is returned as the ETag. */
  versioned?: 'tenant' | 'orders';
};

/** One operation. The gateway, the local server, roles, the API document, the client, types and validation are derived from it. */
export type Route = ServedRoute & {
  summary: string;
  description: string;
  /** Its section of the reference, and its position there. */
  place: readonly [Section, number];
  /** Describes path parameters that have no schema. */
  parameters?: Readonly<Record<string, string>>;
  payload: z.ZodMiniObject;
  /**
   * The payload field that the client returns or, for a list in pages, iterates over. If left out, the client returns the whole
   * payload.
   */
  returns?: string;
  /** The path of what it creates, and where its payload has the ID for this path. */
  creates?: { path: string; id: string };
  /** Error codes beyond those that every operation can return. */
  errors: readonly ErrorCode[];
  access: readonly Access[];
};

/** Whether an operation returns a page and a cursor. */
export const isPaged = ({ payload }: Pick<Route, 'payload'>) => 'next_cursor' in payload.shape;

type Particulars = Omit<Route, Derived | Usual> & Partial<Pick<Route, Usual>>;
type Derived = 'caller' | 'outlivesKey' | 'changesOrders';
type Usual = 'scope' | 'status' | 'errors';
type Defined<R extends Particulars> = Omit<R, Usual> &
  Pick<Route, Usual | 'outlivesKey' | 'changesOrders'> & { caller: CallerOf<R['path']> };
type CallerOf<P extends string> = P extends `${string}/platform/${string}` ? 'platform' : 'management';

/** A route. The caller, whether it outlives the key, the usual scope, the usual status and the usual errors are filled in. */
export const defineRoute = <const R extends Particulars>(particulars: R): Defined<R> => {
  const { method, path, status = 200 } = particulars;
  const isPlatform = path.includes('/platform/');
  const scope = isPlatform || 'scope' in particulars ? particulars.scope : scopeOf(method, path);
  return {
    ...particulars,
    caller: (isPlatform ? 'platform' : 'management') as CallerOf<R['path']>,
    scope,
    outlivesKey: isPlatform ? method !== 'GET' : scope === 'settings:write',
    changesOrders: scope === 'orders:write',
    status,
    errors: allErrors(particulars),
  };
};

function allErrors({ path, ifMatch, idempotent, createdStatus, errors = [] }: Particulars): ErrorCode[] {
  return [
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(ifMatch ? (['version_mismatch'] as const) : []),
    ...(createdStatus ? (['already_exists'] as const) : []),
    ...(idempotent ? (['idempotency_key_reused'] as const) : []),
    ...errors,
  ];
}

type Filling = { params?: Record<string, string> | undefined; query?: Record<string, string> | undefined };

/** A path with its parameters and query filled in. A missing parameter becomes `nothing`, which is no ID. */
export function urlOf(path: string, { params = {}, query }: Filling = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'nothing'));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Where an operation is served. */
export type Endpoint = Pick<ServedRoute, 'id' | 'method' | 'path' | 'alias'>;

type OutputOf<S, Otherwise> = S extends z.ZodMiniType ? z.output<S> : Otherwise;
type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Nothing = Record<never, never>;
export type Params<R extends ServedRoute> = OutputOf<R['params'], Record<Names<R['path']>, string>>;
export type Query<R extends ServedRoute> = OutputOf<R['query'], Nothing>;
export type Body<R extends ServedRoute> = OutputOf<R['body'], Nothing>;
