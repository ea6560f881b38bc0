import type { StoreError } from './error.ts';

/**
 * What the client knows about an operation. A call returns the field `item` of its payload; an iterator walks the field `list` of
 * each page.
 */
export type Endpoint = {
  method: string;
  path: string;
  item?: string;
  list?: string;
  idempotent?: true;
  createOnly?: true;
  ifMatch?: true;
};
export type Fields = Record<string, unknown>;

/** The options that only some operations take, and the property of an endpoint that says so. */
const needed = { idempotencyKey: 'idempotent', createOnly: 'createOnly', version: 'ifMatch' } as const;
type Needed = typeof needed;

export type Unsupported<E> = {
  [O in keyof Needed]: E extends Record<Needed[O], true> ? never : O;
}[keyof Needed];

export const unsupportedBy = (endpoint: Endpoint) =>
  (Object.keys(needed) as (keyof Needed)[]).filter((option) => !endpoint[needed[option]]);

export type Options = {
  /** Generated for each call by default. Pass your own to repeat a call from another process. */
  idempotencyKey?: string;
  /** Fails with `version_mismatch` if the order or tenant no longer has this version. */
  version?: number;
  /** Fails with `already_exists` rather than replace what exists. */
  createOnly?: boolean;
  /** Who acts on your side, such as the ID of a dashboard user. Stored in the order's history and the audit log. */
  actor?: string;
  signal?: AbortSignal;
  /** The maximum number of retries of this call. */
  retries?: number;
  /**
   * Retries a call that is not safe to repeat by itself, because you can tell what the failed attempt did. If a retry
   * fails after a lost response, the error is `uncertain`: as with `version`, the first attempt may have taken effect.
   */
  repeatable?: boolean;
  /** Called before each wait, with the error that causes it. If that is `uncertain`, the call may already have taken effect. */
  onWait?: (error: StoreError, milliseconds: number) => void;
};
export type ApiRequest = {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  isRepeatable: boolean;
};

/** The service accepts nothing else in these headers. */
function mustBeVisible(options: Pick<Options, 'idempotencyKey' | 'actor'>): void {
  for (const [name, value = '-'] of Object.entries(options)) {
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
      throw new TypeError(`${name} must consist of visible ASCII characters, such as an ID.`);
  }
}

const placeholder = /\{(\w+)\}/g;

export const pathParams = ({ path }: Endpoint) => [...path.matchAll(placeholder)].map(([, name]) => name as string);

/** The name of the method that walks all pages of a list: `orders` for `getOrders`. */
export const walkName = (id: string) => id.charAt(3).toLowerCase() + id.slice(4);

/** Puts each field where the operation expects it: in the path, else in the query of a GET or the body of anything else. */
export function buildRequest(
  id: string,
  endpoint: Endpoint,
  fields: Fields,
  { base, key }: { base: string; key: string },
  options: Options,
): ApiRequest {
  const { idempotencyKey, version, createOnly = false, actor, repeatable } = options;
  const { method, idempotent } = endpoint;
  const isRead = method === 'GET';
  const params = pathParams(endpoint);
  const others = Object.entries(fields).filter(([name, value]) => !params.includes(name) && value !== undefined);
  const missing = isRead && others.find(([, value]) => value === null)?.[0];
  if (missing) throw new TypeError(`${id}: ${missing} must not be null. Leave it out, or stop after the last page.`);
  const texts = others.map(([name, value]): [string, string] => [name, `${value}`]);
  const query = isRead && others.length > 0 ? `?${new URLSearchParams(texts)}` : '';
  const body = isRead || others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others));
  const headers = new Headers({ 'X-API-KEY': key });
  if (body) headers.set('Content-Type', 'application/json');
  for (const option of unsupportedBy(endpoint)) {
    if (options[option] !== undefined && options[option] !== false) throw new TypeError(`${id} takes no ${option}. Remove it.`);
  }
  mustBeVisible({ idempotencyKey, ...(!isRead && { actor }) });
  if (idempotent) headers.set('Idempotency-Key', idempotencyKey ?? randomKey());
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  if (createOnly) headers.set('If-None-Match', '*');
  if (actor !== undefined && !isRead) headers.set('X-Actor', actor);
  const url = `${base}${pathOf(id, endpoint, fields)}${query}`;
  const isConditional = version !== undefined || createOnly;
  return { url, method, headers, body, isRepeatable: repeatable ?? isRepeatable(endpoint, fields, isConditional) };
}

/**
 * A PUT or PATCH with a condition is not repeated, because it would conflict with its own first attempt; nor is one that
 * sends a stock count, because that would undo the sales in between.
 */
const isRepeatable = ({ method, idempotent }: Endpoint, { stock }: Fields, isConditional: boolean) =>
  idempotent === true ||
  method === 'GET' ||
  ((method === 'PUT' || method === 'PATCH') && !isConditional && typeof stock !== 'number');

/** Other values would turn the path into another operation's. */
export const isPathValue = (value: unknown) => !['', '.', '..'].includes(`${value ?? ''}`);

function pathOf(id: string, endpoint: Endpoint, fields: Fields): string {
  return endpoint.path.replace(placeholder, (_, name) => {
    const value = fields[name];
    if (isPathValue(value)) return encodeURIComponent(`${value}`);
    const call = pathParams(endpoint).map((param) => `${param}: "${param === 'number' ? '1001' : '…'}"`);
    throw new TypeError(`${id}: ${name} must not be ${JSON.stringify(value)}. Call it as ${id}({ ${call.join(', ')} }).`);
  });
}

/** An idempotency key that nobody else has. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
