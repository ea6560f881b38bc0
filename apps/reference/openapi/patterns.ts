/**
 * Regular expressions of the document. They must mean the same in every language that reads it, so they contain no `\d`, no
 * `\p` and no look-ahead. `\s` leaves out U+FEFF in some languages.
 */
const control = '\\x00-\\x1f\\x7f-\\x9f';

/** Text that contains at least one character that is not white space. */
const text = (rejected: string) => `^[^\\S${rejected}]*[^\\s\\ufeff${control}][^${rejected}]*$`;

export const singleLine = text(control);
export const multiLine = text('\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f');

const upperOrLower = (word: string) => word.replace(/[a-z]/g, (char) => `[${char}${char.toUpperCase()}]`);
const http = upperOrLower('https?');
const https = upperOrLower('https');
const local = ['local', 'localhost', 'localdomain', 'internal', 'lan', 'home', 'onion', 'arpa'].map(upperOrLower).join('|');

/** Hosts with letters beyond ASCII, and URLs with IP addresses. Patterns cannot describe these well, but formats can. */
export const international = '[^\\x00-\\x7f]';
export const addressed = `${international}|^${http}://[0-9[]`;

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLabel = '[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const domain = `(${label}\\.)+${topLabel}`;

export const host = `^${domain}$`;

/** Hosts and URLs in local networks. */
export const localHost = `\\.(${local})$`;
export const localUrl = `^${https}://[^/?#:]*\\.(${local})([:/?#]|$)`;

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
export const email = `^${atom}(\\.?${atom}){0,31}@${domain}$`;
export const longEmail = `${international}|^[^@]{33,64}@`;

const highPort = '6553[0-5]|655[0-2][0-9]|65[0-4][0-9][0-9]|6[0-4][0-9]{3}|[1-5][0-9]{4}';
const rest = `([/?#][^\\s\\ufeff${control}]*)?`;

const urlEnd = `(${label}\\.)*${topLabel}(:(${highPort}|[0-9]{1,4}))?${rest}$`;
export const webUrl = `^${http}://${urlEnd}`;
export const httpsUrl = `^${https}://${urlEnd}`;
export const webhookUrl = `^${https}://${domain}(:(443|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|${highPort}))?${rest}$`;

export const dateTime =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';
