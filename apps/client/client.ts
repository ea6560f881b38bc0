import type * as z from 'zod/mini';
import type { Params, Query, Route } from '../../lib/api/route.ts';
import type { Operations } from '../../lib/routes.ts';
import { operations } from './operations.ts';
import { buildRequest, type Endpoint, type Fields, type Options, pathParams } from './request.ts';
import { type RetryOptions, send } from './send.ts';

export { StoreError } from './error.ts';

/** `url` and `key` may be undefined, as environment variables may be, but then creating the client fails. */
export type Settings = { url: string | undefined; key: string | undefined } & Partial<RetryOptions>;

type Payload<Id extends keyof Operations> = z.output<Operations[Id]['payload']>;
type BodyFields<R extends Route> = R['body'] extends z.ZodMiniType ? z.input<R['body']> : unknown;
type Unsupported<R extends Route> =
  | (R extends { idempotent: true } ? never : 'idempotencyKey')
  | (R extends { createdStatus: 201 } ? never : 'createOnly');
type OptionsOf<R extends Route> = Omit<Options, Unsupported<R>>;
type Optional<F, O> = Record<never, never> extends F ? [fields?: F, options?: O] : [fields: F, options?: O];
type Arguments<R extends Route> = Optional<Params<R> & Query<R> & BodyFields<R>, OptionsOf<R>>;
type FieldNamed<P, E, Role extends string> = E extends Record<Role, infer F extends keyof P> ? P[F] : never;
type Result<P, E> = E extends { item: string } ? FieldNamed<P, E, 'item'> : P;
type ItemOf<List> = List extends readonly (infer I)[] ? I : never;
type WalkName<Id> = Id extends `get${infer Rest}` ? Uncapitalize<Rest> : never;
type ListIds<Endpoints> = { [Id in keyof Endpoints]: Endpoints[Id] extends { list: string } ? Id : never }[keyof Endpoints];

/** A method for each operation, and for each list a second one (`orders`, `products` …) that walks all pages. */
export type Client<Endpoints> = {
  [Id in keyof Endpoints & keyof Operations]: (
    ...given: Arguments<Operations[Id]>
  ) => Promise<Result<Payload<Id>, Endpoints[Id]>>;
} & {
  [Id in ListIds<Endpoints> & keyof Operations as WalkName<Id>]: (
    ...given: Arguments<Operations[Id]>
  ) => AsyncGenerator<ItemOf<FieldNamed<Payload<Id>, Endpoints[Id], 'list'>>, void, void>;
};

/** The management interface of one store. Needs a management key. */
export const client = (settings: Settings) => createClient(operations.management, settings);

export type StoreClient = ReturnType<typeof client>;

/** The platform interface, for all tenants. Needs a platform key. */
export const platformClient = (settings: Settings) => createClient(operations.platform, settings);

export type PlatformClient = ReturnType<typeof platformClient>;

type Call = (fields?: Fields, options?: Options) => Promise<Fields>;

function createClient<Endpoints extends Record<string, Endpoint>>(endpoints: Endpoints, settings: Settings): Client<Endpoints> {
  const { retries = 3, timeout = 30_000 } = settings;
  const connection = connectionOf(settings);
  const quota = { resumesAt: 0 };
  const methods = Object.entries(endpoints).flatMap(([id, endpoint]) => {
    const { item, list } = endpoint;
    const call: Call = async (fields = {}, options = {}) => {
      const request = buildRequest(id, endpoint, fields, connection, options);
      return (await send(request, { retries, timeout }, quota, options.signal)) as Fields;
    };
    const method: Call | ((...given: Parameters<Call>) => Promise<unknown>) = item
      ? async (...given) => (await call(...given))[item]
      : call;
    return list
      ? [
          [id, method],
          [walkName(id), walk(endpoint, list, call)],
        ]
      : [[id, method]];
  });
  return Object.fromEntries<unknown>(methods as [string, unknown][]) as Client<Endpoints>;
}

function connectionOf({ url, key }: Settings) {
  if (!url) throw new TypeError('url is missing. Pass the address of the service, such as https://api.example.com.');
  if (url.includes('@')) throw new TypeError('url must not contain a user name or password. Pass only the key, as key.');
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError('url must be the address of the service, such as https://api.example.com.');
  }
  if (!key) throw new TypeError('key is missing. Pass an API key, and check that the variable it comes from is set.');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key, without spaces or line breaks. Trim it where you read it.');
  }
  return { base: url.replace(/\/+$/, ''), key };
}

const walkName = (id: string) => id.charAt(3).toLowerCase() + id.slice(4);

/** The first request carries the filters. From then on the cursor contains them. */
const walk = (endpoint: Endpoint, list: string, call: Call) =>
  async function* (fields: Fields = {}, options?: Options) {
    const kept = Object.entries(fields).filter(([name]) => name === 'limit' || pathParams(endpoint).includes(name));
    for (let next: Fields | undefined = fields; next; ) {
      const page = await call(next, options);
      yield* page[list] as unknown[];
      next = page.next_cursor ? { ...Object.fromEntries(kept), cursor: page.next_cursor } : undefined;
    }
  };
