import * as z from 'zod/mini';
import { field, rule } from '../values/documented.ts';
import { futureTime, name } from '../values/fields.ts';
import { optional } from '../values/optional.ts';
import { keyScopes } from './scopes.ts';

const bidirectional = '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const reordersText = new RegExp(bidirectional);

/** A label must look the same wherever it is listed. */
export const keyLabel = () =>
  name().check(
    rule(
      z.refine(
        (text) => !reordersText.test(text),
        'must not contain characters that change the direction of text; type it instead of pasting it',
      ),
      { not: { type: 'string', pattern: bidirectional } },
    ),
  );

const label = () => field(optional(keyLabel()), 'What the key is for.');
const expires = () => optional(futureTime());
const scopes = () => z.nullish(z.array(z.enum(keyScopes)).check(z.minLength(1)));

export const NewKey = () =>
  z.strictObject({
    label: label(),
    expires: field(expires(), 'When the key expires. If null or missing, the key never expires.'),
    scopes: field(scopes(), 'What the key may do. If null or missing, it may do everything.'),
  });
export type NewKey = z.output<ReturnType<typeof NewKey>>;

export const maxActiveKeys = 100;

export const maxStaffKeyMs = 90 * 24 * 3600_000;

const isWithinLife = (utc: string) => Date.parse(utc) - Date.now() <= maxStaffKeyMs;

/** A key for one user. */
export const NewStaffKey = () =>
  z.strictObject({
    label: label(),
    expires: field(
      optional(futureTime().check(z.refine(isWithinLife, 'must be at most 90 days in the future'))),
      'When the key expires, at most 90 days ahead. The new key cannot expire after your own key or, if yours is a staff key, after the ordinary key that issued the first of these staff keys. Defaults to 12 hours from now, or to that limit if it is sooner.',
    ),
    scopes: field(
      scopes(),
      "What the key may do. By default, everything that both the user's permissions and your own key allow.",
    ),
  });
export type NewStaffKey = z.output<ReturnType<typeof NewStaffKey>>;

/** A key that a store issues with a key of its own. */
export const NewOwnKey = () =>
  z.strictObject({
    label: label(),
    expires: field(
      expires(),
      'When the key expires, at the latest when your own key does. Defaults to the expiry of your own key.',
    ),
    scopes: field(
      scopes(),
      'What the key may do. It cannot have scopes that your own key lacks. Defaults to the scopes of your own key.',
    ),
  });
