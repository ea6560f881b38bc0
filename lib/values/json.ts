declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** A value kept as JSON text, which is returned as it was stored, without parsing. */
export class Json<T> {
  declare readonly of: T;
  readonly text: string;
  readonly version: number | undefined;

  constructor(text: string, version?: number) {
    this.text = text;
    this.version = version;
  }
}

/** A payload whose fields can each be a value, its JSON text, or an array of JSON texts. */
export type Sendable<P> = { [K in keyof P]: P[K] | Json<P[K]> | (P[K] extends (infer E)[] ? Json<E>[] : never) };

export const textOf = (value: unknown): string => {
  if (value instanceof Json) return value.text;
  if (Array.isArray(value) && value[0] instanceof Json) return `[${value.map(textOf).join(',')}]`;
  return JSON.stringify(value);
};

/** Like `JSON.stringify`, for an object whose fields can be JSON texts. */
export function stringify(fields: object): string {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `{${present.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
}

/** The longest number that a request may contain, in characters. */
export const maxNumberLength = 400;

/** Parses JSON. A number that is too long, or that a double cannot hold exactly, becomes raw JSON with its original digits. */
export const parseExact = (text: string) =>
  JSON.parse(text, ((_: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && (source.length > maxNumberLength || isInexact(source, value))
      ? JSON.rawJSON(source)
      : value) as (key: string, value: unknown) => unknown);

/**
 * Parses JSON. Only numbers in what a store's own software attaches, and gets back exactly as it was sent, keep all their digits.
 * Amounts are always numbers.
 */
export const parseAttached = (text: string) => withAttached(JSON.parse(text), parseExact(text) as Fields);

type Fields = { [name: string]: unknown };

function withAttached(value: Fields, exact: Fields): Fields {
  for (const [name, one] of Object.entries(exact)) {
    if (name === 'metadata' || name === 'transaction_data') value[name] = one;
    else if (one && typeof one === 'object') withAttached(value[name] as Fields, one as Fields);
  }
  return value;
}

/** Below this, a double holds fewer digits. */
const minNormal = 2 ** -1022;

function isInexact(source: string, value: number) {
  const digits = significantDigits(source);
  const tooSmall = Math.abs(value) < minNormal && digits > 0;
  return digits > 15 || !Number.isFinite(value) || tooSmall || Object.is(value, -0);
}

/** Counts significant digits, without trailing zeros. Linear, for numbers of any length. */
function significantDigits(source: string): number {
  let first = -1;
  let last = -1;
  let digits = 0;
  for (const char of source) {
    if (char === 'e' || char === 'E') break;
    if (char < '0' || char > '9') continue;
    if (char !== '0') {
      if (first < 0) first = digits;
      last = digits;
    }
    digits += 1;
  }
  return first < 0 ? 0 : last - first + 1;
}

/** Whether JSON text may contain a number that a double cannot hold exactly. If not, it does not need the slow `parseExact`. */
export const mayBeInexact = (text: string) => /[\d.]{16}|\d[eE][-+\d]|-0/.test(text);

export const holdsExact = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && (JSON.isRawJSON(value) || Object.values(value).some(holdsExact));

/** Whether a parsed value is an object with fields. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
