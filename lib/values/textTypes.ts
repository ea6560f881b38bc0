import { countryCodes, currencyCodes } from './country.ts';
import type { JsonSchema } from './documented.ts';

/**
 * The JSON Schemas of kinds of text. Their regular expressions must mean the same in every language that reads the API document,
 * so they contain no `\d`, no `\p` and no look-ahead. `\s` leaves out U+FEFF in some languages.
 */
const control = '\\x00-\\x1f\\x7f-\\x9f';

/** Text that contains at least one character that is not white space. */
const pattern = (rejected: string) => `^[^\\S${rejected}]*[^\\s\\ufeff${control}][^${rejected}]*$`;

export const singleLine = { pattern: pattern(control) };
/** At least two characters, not counting white space around them. */
export const twoCharacters = {
  pattern: `^[^\\S${control}]*[^\\s\\ufeff${control}][^${control}]*[^\\s\\ufeff${control}][^\\S${control}]*$`,
};
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

const codes = (id: string, description: string, values: string[]): JsonSchema => ({
  id,
  type: 'string',
  description,
  enum: values,
});

export const CountryCode = codes('CountryCode', 'An ISO 3166-1 alpha-2 code, in upper case.', countryCodes());

export const CurrencyCode = codes('CurrencyCode', 'An ISO 4217 code, in upper case.', currencyCodes());

/** Its hundreds of names are not an enum, because generators cannot make different constants of them all. */
export const timeZone = { examples: ['Europe/Berlin', 'America/New_York', 'UTC'] };

export const dateTime = { format: 'date-time' };

export const emailAddress = {
  maxLength: 254,
  anyOf: [
    { pattern: `^${atom}(\\.?${atom}){0,31}@${domain}$` },
    { pattern: `${international}|^[^@]{33,64}@`, format: 'idn-email' },
  ],
};

export const hostName = {
  maxLength: 253,
  not: { type: 'string', pattern: `\\.(${local})$` },
  anyOf: [{ pattern: `^${domain}$` }, { pattern: international, format: 'idn-hostname' }],
};

export const webUrl = {
  maxLength: 2048,
  anyOf: [{ pattern: `^${http}://${urlEnd}` }, iri],
};

export const httpsUrl = {
  maxLength: 2048,
  anyOf: [{ pattern: `^${https}://${urlEnd}` }, iri],
};

export const webhookUrl = {
  maxLength: 2048,
  not: { type: 'string', pattern: `^${https}://[^/?#:]*\\.(${local})([:/?#]|$)` },
  anyOf: [
    { pattern: `^${https}://${domain}(:(443|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|${highPort}))?${rest}$` },
    iri,
  ],
};
