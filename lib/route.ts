import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Caller = 'platform' | 'management';

/** What an operation does with AWS beyond checking the key: the actions that its role is granted. */
export type Access =
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem'
  | 'Query listed'
  | 'Query due'
  | 'SendMessage'
  /** Calls a receiver on the internet, and may have to wait for its response. */
  | 'call receiver';

/** One operation as data. The gateway, the local server, the API document, types and validation follow from it. */
export type Route = {
  /** Also the name of the handler's file. */
  id: string;
  summary: string;
  /** Which kind of key opens it. */
  caller: Caller;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As documented. It is served with and without a trailing slash. */
  path: `/${string}`;
  /** A second path of the same operation. */
  alias?: `/${string}`;
  status: 200 | 201;
  /** The status when the request created something, where it may also replace it. */
  createdStatus?: 201;
  /** The shape of the path parameters; any text if left out. */
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  /** Error codes beyond those that every operation can return. An operation with `version_mismatch` takes If-Match. */
  errors: readonly ErrorCode[];
  /** `Idempotency-Key` works here. */
  idempotent?: true;
  /** The field of the answer that has a version, returned as the ETag. */
  versioned?: 'tenant' | 'orders';
  access: readonly Access[];
};

type Particulars = Omit<Route, 'caller' | 'status' | 'errors'> & Partial<Pick<Route, 'status' | 'errors'>>;
type Row<R extends Particulars> = Omit<R, 'status' | 'errors'> &
  Pick<Route, 'status' | 'errors'> & { caller: CallerOf<R['path']> };
type CallerOf<P extends string> = P extends `${string}/platform/${string}` ? 'platform' : 'management';

/** A row of the route table: states what is particular to the operation; the rest follows. */
export const row = <const R extends Particulars>(own: R): Row<R> => ({
  ...own,
  caller: (own.path.includes('/platform/') ? 'platform' : 'management') as CallerOf<R['path']>,
  status: own.status ?? 200,
  errors: usualErrors(own),
});

function usualErrors({ method, path, versioned, idempotent, errors = [] }: Particulars): ErrorCode[] {
  return [
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(versioned && method === 'PATCH' ? (['version_mismatch'] as const) : []),
    ...(idempotent ? (['idempotency_key_reused'] as const) : []),
    ...errors,
  ];
}

/** Where something is served. */
export type Place = Pick<Route, 'id' | 'method' | 'path' | 'alias'>;

type OutputOf<S, Otherwise> = S extends z.ZodMiniType ? z.output<S> : Otherwise;
type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Nothing = Record<never, never>;
export type Params<R extends Route> = OutputOf<R['params'], Record<Names<R['path']>, string>>;
export type Query<R extends Route> = OutputOf<R['query'], Nothing>;
export type Body<R extends Route> = OutputOf<R['body'], Nothing>;
