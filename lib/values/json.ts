declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** A value that is stored as its JSON text and answered as that text, without a look inside. */
export class Json<T> {
  declare readonly of: T;
  readonly text: string;
  readonly version: number | undefined;

  constructor(text: string, version?: number) {
    this.text = text;
    this.version = version;
  }
}

/** What may stand for a payload: each field itself, its text, or a list of texts. */
export type Sendable<P> = { [K in keyof P]: P[K] | Json<P[K]> | (P[K] extends (infer E)[] ? Json<E>[] : never) };

export const textOf = (value: unknown): string => {
  if (value instanceof Json) return value.text;
  if (Array.isArray(value) && value[0] instanceof Json) return `[${value.map(textOf).join(',')}]`;
  return JSON.stringify(value);
};

/** The JSON of an object whose fields may be texts already. */
export function stringify(fields: object): string {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `{${sent.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`;
}

/** Parses, keeping each number that a double can't hold as the digits it was sent in. */
export const parseExact = (text: string) =>
  JSON.parse(text, ((_: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && isInexact(source, value) ? JSON.rawJSON(source) : value) as (
    key: string,
    value: unknown,
  ) => unknown);

/** Below it a double keeps fewer digits, or none. */
const smallest = 2 ** -1022;

function isInexact(source: string, value: number) {
  const digits = significantDigits(source);
  const tooSmall = Math.abs(value) < smallest && digits > 0;
  return digits > 15 || !Number.isFinite(value) || tooSmall || Object.is(value, -0);
}

/** How many digits a number has between its first and its last that are not 0. Linear, for numbers of any length. */
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

/** Whether a text can hold such a number at all: the slow parse is for few. */
export const mayBeInexact = (text: string) => /[\d.]{16}|\d[eE][-+\d]|-0/.test(text);

export const holdsExact = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && (JSON.isRawJSON(value) || Object.values(value).some(holdsExact));
