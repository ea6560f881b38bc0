import type { Route } from '../route.ts';

export type Entry = { method: Route['method']; path: string; list?: string; gives?: string; keyed?: true };
export type Asked = Record<string, unknown>;
export type Options = {
  /** Drawn anew for each call unless given: give one of your own to repeat a call in another process. */
  idempotencyKey?: string;
  /** The version that the change was decided on: when it is no longer that, it is refused as `version_mismatch`. */
  version?: number;
  signal?: AbortSignal;
};
export type Outgoing = {
  url: string;
  method: Route['method'];
  headers: Headers;
  body: string | undefined;
  repeatable: boolean;
};

const inPath = /\{(\w+)\}/g;

export const paramsOf = ({ path }: Entry) => [...path.matchAll(inPath)].map(([, name]) => name as string);

/** Arguments go where the operation wants them: into the path, then into the query of what reads, or the body of what writes. */
export function outgoing(entry: Entry, asked: Asked, base: string, key: string, options: Options): Outgoing {
  const { method, path, keyed } = entry;
  const given = Object.entries(asked).filter(([name, value]) => !paramsOf(entry).includes(name) && value !== undefined);
  const reads = method === 'GET';
  const texts = given.map(([name, value]): [string, string] => [name, `${value}`]);
  const query = reads && given.length > 0 ? `?${new URLSearchParams(texts)}` : '';
  const body = reads || given.length === 0 ? undefined : JSON.stringify(Object.fromEntries(given));
  const headers = new Headers({ 'X-API-KEY': key });
  if (body) headers.set('Content-Type', 'application/json');
  if (!keyed && options.idempotencyKey !== undefined) throw new TypeError(`${method} ${path} takes no idempotencyKey`);
  if (keyed) headers.set('Idempotency-Key', options.idempotencyKey ?? drawKey());
  if (options.version !== undefined) headers.set('If-Match', `"${options.version}"`);
  const url = `${base}${path.replace(inPath, (_, name) => segment(name, asked[name]))}${query}`;
  return { url, method, headers, body, repeatable: isRepeatable(entry, asked, options) };
}

/**
 * A repeat has no further effect and answers the same. A repeated PATCH would find its own change in the version's place;
 * a count of stock set again would bring back what was sold since.
 */
const isRepeatable = ({ method, keyed }: Entry, { stock }: Asked, { version }: Options) =>
  keyed === true ||
  method === 'GET' ||
  ((method === 'PUT' || method === 'PATCH') && version === undefined && typeof stock !== 'number');

/** None of these is an id, and in a path they would make it another one. */
function segment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be an id, not ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}

const drawKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
