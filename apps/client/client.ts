import { operations } from './operations.ts';
import { buildRequest, type Endpoint, type Fields, type Options, pathParams, walkName } from './request.ts';
import { type Parse, type RetryOptions, send } from './send.ts';
import type { Client, PlatformClient, StoreClient } from './types.ts';

export { StoreError } from './error.ts';
export { type Options, randomKey } from './request.ts';
export type * from './types.ts';

/** `url` and `key` may be undefined, as environment variables may be, but then creating the client fails. */
export type Settings = { url: string | undefined; key: string | undefined; parse?: Parse } & Partial<RetryOptions>;

/** The management interface of one store. Needs a management key. */
export const client = (settings: Settings): StoreClient => createClient(operations.management, settings);

/** The platform interface, for all tenants. Needs a platform key. */
export const platformClient = (settings: Settings): PlatformClient => createClient(operations.platform, settings);

type Call = (fields?: Fields, options?: Options) => Promise<Fields>;

function createClient<Endpoints extends Record<string, Endpoint>>(endpoints: Endpoints, settings: Settings): Client<Endpoints> {
  const { retries = 3, timeout = 30_000, parse = JSON.parse } = settings;
  const connection = connectionOf(settings);
  const quota = { resumesAt: 0 };
  const methods: Record<string, unknown> = {};
  for (const [id, endpoint] of Object.entries(endpoints)) {
    const { item, list } = endpoint;
    const call: Call = async (fields = {}, options = {}) => {
      const request = buildRequest(id, endpoint, fields, connection, options);
      return (await send(request, { timeout, parse, ...options, retries: options.retries ?? retries }, quota)) as Fields;
    };
    methods[id] = item ? async (...given: Parameters<Call>) => (await call(...given))[item] : call;
    if (list) methods[walkName(id)] = walk(endpoint, list, call);
  }
  return methods as Client<Endpoints>;
}

/** Whether this can be the address of the service: without a query, a fragment or white space. */
export const isAddress = (url: string): boolean => /^https?:\/\/[^/\s?#][^\s?#]*$/i.test(url) && URL.canParse(url);

function connectionOf({ url, key }: Settings) {
  if (!url) throw new TypeError('url is missing. Pass the address of the service, such as https://api.example.com.');
  if (url.includes('@')) throw new TypeError('url must not contain a user name or password. Pass the key as `key` instead.');
  if (!isAddress(url)) {
    throw new TypeError('url must be the address of the service, such as https://api.example.com.');
  }
  if (!key) throw new TypeError('key is missing. Pass an API key, and check that the variable it comes from is set.');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(
      'key contains a space, a line break or another character that keys never contain. Copy it again, and trim it where you read it.',
    );
  }
  return { base: url.replace(/\/+$/, ''), key };
}

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
