import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** One operation as data. From the rows come the gateway, the local server, the API document, types and validation. */
export type Route = {
  /** Also the name of the handler's file. */
  id: string;
  summary: string;
  /** Whose key opens it. */
  caller: 'platform' | 'management';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As documented; each is served with and without a trailing slash. */
  path: `/${string}`;
  /** Another path that answers the same. */
  alias?: `/${string}`;
  status: 200 | 201;
  /** Another status where the thing is new. */
  statusOfNew?: 201;
  /** What the parameters in the path must look like; where it is left out, they are any text. */
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  payload: z.ZodMiniObject;
  /** Codes beyond those that every operation may answer. What may refuse with `version_mismatch` takes If-Match. */
  errors: readonly ErrorCode[];
  /** An `Idempotency-Key` has effect here. */
  idempotent?: true;
  /** The answer is one such thing: it has an ETag. */
  versioned?: 'tenant' | 'orders';
};

/** Where something is served. */
export type Place = Pick<Route, 'id' | 'method' | 'path' | 'alias'>;

type In<S, Otherwise> = S extends z.ZodMiniType ? z.output<S> : Otherwise;
type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
export type Params<R extends Route> = In<R['params'], Record<Names<R['path']>, string>>;
export type Query<R extends Route> = In<R['query'], Record<never, never>>;
export type Body<R extends Route> = In<R['body'], Record<never, never>>;
export type Payload<R extends Route> = z.output<R['payload']>;
