import { countryCodes, currencyCodes } from './country.ts';
import type { JsonSchema } from './documented.ts';
import { timeZones } from './timeZones.ts';

/**
 * The JSON Schemas of kinds of text. Their regular expressions must mean the same in every language that reads the API document,
 * so they contain no `\d`, no `\p` and no look-ahead. `\s` leaves out U+FEFF in some languages.
 */
const control = '\\x00-\\x1f\\x7f-\\x9f';

/** Text that contains at least one character that is not white space. */
const pattern = (rejected: string) => `^[^\\S${rejected}]*[^\\s\\ufeff${control}][^${rejected}]*$`;

export const singleLine = { pattern: pattern(control) };
export const multiLine = { pattern: pattern('\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f') };

const upperOrLower = (word: string) => word.replace(/[a-z]/g, (char) => `[${char}${char.toUpperCase()}]`);
const http = upperOrLower('https?');
const https = upperOrLower('https');
const local = ['local', 'localhost', 'localdomain', 'internal', 'lan', 'home', 'onion', 'arpa'].map(upperOrLower).join('|');

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLabel = '[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const domain = `(${label}\\.)+${topLabel}`;

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";

const highPort = '6553[0-5]|655[0-2][0-9]|65[0-4][0-9][0-9]|6[0-4][0-9]{3}|[1-5][0-9]{4}';
const rest = `([/?#][^\\s\\ufeff${control}]*)?`;
const urlEnd = `(${label}\\.)*${topLabel}(:(${highPort}|[0-9]{1,4}))?${rest}$`;

/** Letters beyond ASCII, and URLs with IP addresses. Patterns cannot describe these well, but formats can. */
const international = '[^\\x00-\\x7f]';
const iri = { pattern: `${international}|^${http}://[0-9[]`, format: 'iri' };

const component = (id: string, description: string, rules: object): JsonSchema => ({
  id,
  type: 'string',
  description,
  ...rules,
});

export const CountryCode = component('CountryCode', 'An ISO 3166-1 alpha-2 code, in upper case.', { enum: countryCodes() });

export const CurrencyCode = component('CurrencyCode', 'An ISO 4217 code, in upper case.', { enum: currencyCodes() });

export const TimeZone = component('TimeZone', 'The name of a time zone in the IANA tz database.', { enum: timeZones });

export const DateTimeInput = component('DateTimeInput', 'An RFC 3339 date and time with a time zone.', {
  format: 'date-time',
  pattern:
    '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$',
});

export const EmailAddress = component('EmailAddress', 'An e-mail address.', {
  maxLength: 254,
  anyOf: [
    { pattern: `^${atom}(\\.?${atom}){0,31}@${domain}$` },
    { pattern: `${international}|^[^@]{33,64}@`, format: 'idn-email' },
  ],
});

export const HostName = component('HostName', 'A public host name.', {
  maxLength: 253,
  not: { pattern: `\\.(${local})$` },
  anyOf: [{ pattern: `^${domain}$` }, { pattern: international, format: 'idn-hostname' }],
});

export const WebUrl = component('WebUrl', 'An http or https URL without credentials.', {
  maxLength: 2048,
  anyOf: [{ pattern: `^${http}://${urlEnd}` }, iri],
});

export const HttpsUrl = component('HttpsUrl', 'An https URL without credentials.', {
  maxLength: 2048,
  anyOf: [{ pattern: `^${https}://${urlEnd}` }, iri],
});

export const WebhookUrl = component(
  'WebhookUrl',
  'An https URL of a public host, on port 443 or any port from 1024 to 65535.',
  {
    maxLength: 2048,
    not: { pattern: `^${https}://[^/?#:]*\\.(${local})([:/?#]|$)` },
    anyOf: [
      { pattern: `^${https}://${domain}(:(443|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|${highPort}))?${rest}$` },
      iri,
    ],
  },
);
