import { isPlainObject, isSmall } from '../../../lib/order/inputs.ts';
import { isWholeMilligrams } from '../../../lib/product/limits.ts';
import { isTenantName, reserved } from '../../../lib/tenant/inputs.ts';
import { isCountry, isCurrency } from '../../../lib/values/country.ts';
import * as fields from '../../../lib/values/fields.ts';
import { isMultiLine, isNotBlank, isSingleLine } from '../../../lib/values/text.ts';
import { isTimeZone } from '../../../lib/values/timezone.ts';
import { isWebhookUrl } from '../../../lib/webhook/inputs.ts';
import * as patterns from './patterns.ts';
import { timeZones } from './timeZones.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const triples = pairs.flatMap((pair) => letters.map((third) => pair + third));

const text = (description: string, rules: object) => ({ type: 'string', description, ...rules });

const international = {
  'idn-email': patterns.longEmail,
  'idn-hostname': patterns.international,
  iri: patterns.addressed,
};

/** Most values match the pattern. The format describes the others: those with letters beyond ASCII or with IP addresses. */
const orInternational = (format: keyof typeof international, pattern: string) => ({
  anyOf: [{ pattern }, { pattern: international[format], format }],
});

/** Kinds of text, as components of the document. */
export const textTypes = {
  CountryCode: text('An ISO 3166-1 alpha-2 code, in upper case.', { enum: pairs.filter(isCountry) }),
  CurrencyCode: text('An ISO 4217 code, in upper case.', { enum: triples.filter(isCurrency) }),
  TimeZone: text('The name of a time zone in the IANA tz database.', { enum: timeZones }),
  DateTimeInput: text('An RFC 3339 date and time with a time zone.', { format: 'date-time', pattern: patterns.dateTime }),
  EmailAddress: text('An e-mail address.', { maxLength: 254, ...orInternational('idn-email', patterns.email) }),
  HostName: text('A public host name.', {
    maxLength: 253,
    not: { pattern: patterns.localHost },
    ...orInternational('idn-hostname', patterns.host),
  }),
  WebUrl: text('An http or https URL without credentials.', { maxLength: 2048, ...orInternational('iri', patterns.webUrl) }),
  HttpsUrl: text('An https URL without credentials.', { maxLength: 2048, ...orInternational('iri', patterns.httpsUrl) }),
  WebhookUrl: text('An https URL of a public host, on port 443 or any port from 1024 to 65535.', {
    maxLength: 2048,
    not: { pattern: patterns.localUrl },
    ...orInternational('iri', patterns.webhookUrl),
  }),
};

const refer = (type: keyof typeof textTypes) => ({ $ref: `#/components/schemas/${type}` });

/**
 * Maps each function that checks a field to its JSON Schema. Simple rules have their JSON Schema in the `params` of the check.
 * An empty schema marks a rule that JSON Schema cannot express.
 */
export const schemaOfCheck = new Map<unknown, object>([
  [isCountry, refer('CountryCode')],
  [isCurrency, refer('CurrencyCode')],
  [isTimeZone, refer('TimeZone')],
  [isTenantName, { pattern: '^[a-z0-9][a-z0-9-]{1,62}$', not: { enum: reserved } }],
  [isSingleLine, { pattern: patterns.singleLine }],
  [isMultiLine, { pattern: patterns.multiLine }],
  [fields.isEmail, refer('EmailAddress')],
  [fields.isPublicHost, refer('HostName')],
  [fields.isWebUrl, refer('WebUrl')],
  [fields.isHttpsUrl, refer('HttpsUrl')],
  [isWebhookUrl, refer('WebhookUrl')],
  [fields.isDateTime, refer('DateTimeInput')],
  // The patterns of text fields include this rule.
  [isNotBlank, {}],
  [isPlainObject, { type: 'object' }],
  // These depend on the current time.
  [fields.isFuture, {}],
  [fields.isUpToTomorrow, {}],
  // JSON Schema cannot limit the size of a value in bytes.
  [isSmall, {}],
  // Validators compute `multipleOf` in binary fractions, and reject 0.35 as a multiple of 0.01.
  [isWholeMilligrams, {}],
]);
