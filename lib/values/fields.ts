import * as z from 'zod/mini';
import { isCountry, isCurrency } from './country.ts';
import { publicHost } from './host.ts';
import { isTimeZone } from './timezone.ts';

const unprintable = /\p{Cc}/u;
const unprintableInLines = /(?![\t\n\r])\p{Cc}/u;

/** Something to read: not blank, at most so many characters, on one line. */
export const line = (most: number) => textOf(most, unprintable);

/** The same over several lines, or `""`, which is none. */
export const lines = (most: number) => textOf(most, unprintableInLines, '');

const textOf = (most: number, refused: RegExp, none?: '') =>
  z.string().check(
    z.refine((text) => text === none || text.trim() !== '', {
      error: none === undefined ? 'must not be empty' : 'must not be blanks alone',
      abort: true,
    }),
    z.refine((text) => [...text].length <= most, {
      error: `must have at most ${most} characters`,
      params: { maxLength: most },
    }),
    z.refine((text) => text.isWellFormed() && !refused.test(text), 'must not hold control characters or broken Unicode'),
  );

export const name = () => line(200);

/** A text that may be missing: null and `""` are none. */
export const maybe = () => z.nullable(textOf(200, unprintable, ''));
export const optional = () => z.optional(maybe());

/** What may be left out, or be null. */
export const given = <S extends z.ZodMiniType>(field: S) => z.optional(z.nullable(field));

export const email = () => z.email('must be an e-mail address, like ada@example.com').check(z.maxLength(254));

export const phone = () => z.e164('must be a telephone number in E.164, like +4915112345678');

export const country = () => z.string().check(z.refine(isCountry, 'must be an ISO 3166-1 alpha-2 code in capitals, like DE'));

export const currency = () => z.string().check(z.refine(isCurrency, 'must be an ISO 4217 code in capitals, like EUR'));

export const timezone = () => z.string().check(z.refine(isTimeZone, 'must be a name of the tz database, like Europe/Berlin'));

/** A public host name in any script comes in, lower-case ASCII goes on. */
export const host = () =>
  z.pipe(
    z
      .string()
      .check(z.refine((text) => publicHost(text) !== undefined, 'must be a public host name alone, like shop.example.com')),
    z.transform((text: string) => publicHost(text) as string),
  );

/** An address on the web, as a person would open it. */
export const webUrl = () =>
  z.string().check(z.maxLength(2048), z.refine(isWebUrl, 'must be an http or https URL without credentials'));

function isWebUrl(text: string): boolean {
  const url = /[\s\p{Cc}]/u.test(text) || !text.isWellFormed() ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

/** Any of these fields, but at least one. */
export const patch = <S extends Record<string, z.ZodMiniType>>(fields: S) =>
  z
    .partial(z.strictObject(fields))
    .check(z.refine((sent) => Object.keys(sent).length > 0, `must name at least one of ${Object.keys(fields).join(', ')}`));

const moment = /^\d{4}-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 3339 with a zone comes in, UTC to the millisecond goes on. */
export const dateTime = () =>
  z.pipe(
    z.string().check(z.refine((text) => utcOf(text) !== undefined, 'must be RFC 3339 with a zone, like 2026-01-31T12:00:00Z')),
    z.transform((text: string) => utcOf(text) as string),
  );

function utcOf(text: string): string | undefined {
  if (!moment.test(text)) return undefined;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  if (new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() !== day || month > 12) return undefined;
  const date = new Date(text.toUpperCase());
  const utc = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return utc.length === 24 ? utc : undefined;
}
