import * as z from 'zod/mini';
import { isCountry, isCurrency } from './country.ts';
import { rule } from './documented.ts';
import { hostInAscii, publicHost } from './host.ts';
import { isObject } from './json.ts';
import { isMultiLine, isNotBlank, isSingleLine, maxNameLength } from './text.ts';
import * as types from './textTypes.ts';
import { isTimeZone } from './timezone.ts';

/** Single-line text that is not blank. */
export const singleLine = (maxLength: number) => text(maxLength, rule(z.refine(isSingleLine, textRule), types.singleLine));

/** Text that may contain line breaks and tabs. */
export const multiLine = (maxLength: number) => text(maxLength, rule(z.refine(isMultiLine, textRule), types.multiLine));

/** For a check that would say the same as an earlier one, or cost too much after it. */
export const ifValid = { when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };

const textRule = { error: 'must not contain control characters or invalid Unicode', ...ifValid };

const text = (maxLength: number, isText: z.core.$ZodCheck<string>) =>
  z.string().check(
    z.refine(isNotBlank, 'must not be blank'),
    rule(
      z.refine((value) => [...value].length <= maxLength, `must have at most ${maxLength} characters`),
      { maxLength },
    ),
    isText,
  );

export const name = () => singleLine(maxNameLength);

export const email = () =>
  z.pipe(
    z.string().check(rule(z.refine(isEmail, 'must be an e-mail address, like ada@example.com'), types.emailAddress)),
    z.transform((text: string) => text.normalize()),
  );

const mailbox = /^[^\s\p{Cc}"(),.:;<>@[\\\]]+(\.[^\s\p{Cc}"(),.:;<>@[\\\]]+)*$/u;

/** Accepts what RFC 5321 and 6531 allow, except quoted local parts, IP addresses and invisible characters. */
function isEmail(sent: string): boolean {
  // Normalizing can take a time that grows with the square of the length.
  if (sent.length > 1000) return false;
  const text = sent.normalize();
  if (/\p{Cf}/u.test(text)) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || Buffer.byteLength(text) > 254 || Buffer.byteLength(local) > 64) return false;
  return mailbox.test(local) && hostInAscii(text.slice(at + 1)) !== undefined;
}

export const phone = () => z.e164('must be a phone number in E.164 format, like +4915112345678');

/** `00 49 30 / 123-456` is kept as `+4930123456`. */
const dialed = (text: string) => text.replace(/[\p{Zs}/.()-]/gu, '').replace(/^00/, '+');

const isDialable = (text: string) => /^\+?\d{4,15}$/.test(dialed(text));

/** A phone number as customers write it. Separators are dropped. */
export const contactPhone = () =>
  z.pipe(
    z.string().check(
      rule(z.refine(isDialable, 'must be a phone number with 4 to 15 digits, like +4915112345678 or 030 123456'), {
        examples: ['+4915112345678', '030 123456'],
      }),
    ),
    z.transform(dialed),
  );

export const country = () =>
  z.string().check(rule(z.refine(isCountry, 'must be an ISO 3166-1 alpha-2 code in upper case, like DE'), types.CountryCode));

export const currency = () =>
  z.string().check(rule(z.refine(isCurrency, 'must be an ISO 4217 code in upper case, like EUR'), types.CurrencyCode));

export const timezone = () =>
  z.string().check(rule(z.refine(isTimeZone, 'must be a name of the tz database, like Europe/Berlin'), types.timeZone));

const isPublicHost = (text: string) => publicHost(text) !== undefined;

/** Accepts a public host name in any script and returns it in lower-case ASCII. */
export const host = () =>
  z.pipe(
    z
      .string()
      .check(
        rule(
          z.refine(isPublicHost, 'must be a public host name without a scheme, port or path, like shop.example.com'),
          types.hostName,
        ),
      ),
    z.transform((value: string) => publicHost(value) as string),
  );

export const url = (isUrl: z.core.$ZodCheck<string>) => z.string().check(z.maxLength(2048), isUrl);

export const webUrl = () => url(rule(z.refine(isWebUrl, { error: webUrlRule, ...ifValid }), types.webUrl));

export const httpsUrl = () => url(rule(z.refine(isHttpsUrl, { error: httpsUrlRule, ...ifValid }), types.httpsUrl));

const webUrlRule = 'must be an http or https URL without a user name or password, such as https://shop.example.com/page';
const httpsUrlRule = 'must be an https URL without a user name or password, such as https://example.com/path';

const isHttpsUrl = (text: string) => isWebUrl(text) && /^https:/i.test(text);

function isWebUrl(text: string): boolean {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password;
}

/** For a check across fields. It also runs if fields other than these are invalid, so that a response names every fault at once. */
export const across = (...fields: string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload) =>
    isObject(value) && !issues.some(({ path = [] }) => fields.includes(String(path[0]))),
});

/** Rejects a range that ends before it begins. */
export const inOrder = <From extends string, To extends string>(from: From, to: To) =>
  z.refine<{ [name in From | To]?: string | undefined }>((sent) => (sent[from] ?? '') <= (sent[to] ?? '~'), {
    ...across(from, to),
    path: [to],
    error: `must not be before \`${from}\``,
  });

/** Rejects a field beside another. */
export const notBoth = <Field extends string, Other extends string>(field: Field, other: Other, advice: string) =>
  z.refine<{ [name in Field | Other]?: unknown }>((sent) => sent[field] === undefined || sent[other] === undefined, {
    ...across(),
    path: [field],
    error: `cannot be combined with \`${other}\`; ${advice}`,
  });

/** Requires one of two fields, and rejects both together. */
export const oneOf = <Field extends string, Other extends string>(field: Field, other: Other, missing: string) =>
  z.refine<{ [name in Field | Other]?: unknown }>((sent) => (sent[field] === undefined) !== (sent[other] === undefined), {
    ...across(),
    path: [field],
    error: ({ input }) =>
      (input as Record<string, unknown>)[other] ? `cannot be combined with \`${other}\`; send one of them` : missing,
  });

/** Makes all fields optional, but requires at least one. */
export const patch = <S extends Record<string, z.ZodMiniType>>(fields: S) =>
  z
    .partial(z.strictObject(fields))
    .check(z.refine((sent) => Object.keys(sent).length > 0, `must contain at least one of ${Object.keys(fields).join(', ')}`));

/** A number in a query. */
export const numberText = (isNumber: z.core.$ZodCheck<string>) => z.pipe(z.string().check(isNumber), z.transform(Number));

/** A filter that takes true or false. */
export const flag = () =>
  z.optional(
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  );

const rfc3339 = /^\d{4}-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

const dateTimeRule = 'must be an RFC 3339 date and time with a time zone, like 2026-01-31T12:00:00Z';

/** In a query string, an unescaped `+` arrives as a space. */
const hasLostPlus = (value: unknown) =>
  typeof value === 'string' && utcOf(value.replace(/ (?=\d\d:?\d\d$)/, '+')) !== undefined;

const isDateTime = (text: string) => utcOf(text) !== undefined;

/**
 * Accepts an RFC 3339 time with any offset, even with a blank for the T, without the colon of the offset or without seconds. Returns
 * it in UTC, to the millisecond.
 */
export const dateTime = () =>
  z.pipe(
    z.string().check(
      rule(
        z.refine(isDateTime, {
          error: ({ input }) => (hasLostPlus(input) ? `${dateTimeRule}; in a URL, write \`+\` as \`%2B\`` : dateTimeRule),
        }),
        types.dateTime,
      ),
    ),
    z.transform((value: string) => utcOf(value) as string),
  );

const isFuture = (utc: string) => utc > new Date().toISOString();

/** Like `dateTime`, but in the future. */
export const futureTime = () => dateTime().check(z.refine(isFuture, 'must be in the future'));

const isPast = (utc: string) => utc <= new Date().toISOString();

/** Like `dateTime`, but not in the future. */
export const pastTime = () => dateTime().check(z.refine(isPast, 'must not be in the future'));

const isUpToTomorrow = (utc: string) => utc <= new Date(Date.now() + 24 * 3600_000).toISOString();

/** Like `dateTime`, but at most a day ahead, since the clocks and time zones of callers differ. */
export const timeUpToTomorrow = () => dateTime().check(z.refine(isUpToTomorrow, 'must be at most a day in the future'));

function utcOf(text: string): string | undefined {
  if (!rfc3339.test(text)) return undefined;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  if (new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDate() !== day) return undefined;
  const regular = text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  // A `Date` has no leap seconds. They end a day of UTC, so the next second is the first of a day.
  const isLeap = regular[17] === '6';
  const date = new Date(Date.parse(isLeap ? regular.replace(':60', ':59') : regular) + 1000 * +isLeap);
  const utc = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return utc.length === 24 && (!isLeap || utc.slice(11, 19) === '00:00:00') ? utc : undefined;
}
