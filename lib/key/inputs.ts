import * as z from 'zod/mini';
import { field } from '../values/documented.ts';
import { futureTime, name } from '../values/fields.ts';
import { optional } from '../values/optional.ts';
import { keyScopes } from './scopes.ts';

const label = () => field(optional(name()), 'What the key is for.');
const expires = () => optional(futureTime());
const scopes = () => z.nullish(z.array(z.enum(keyScopes)).check(z.minLength(1)));

export const NewKey = () =>
  z.strictObject({
    label: label(),
    expires: field(expires(), 'When the key expires. If null or missing, the key never expires.'),
    scopes: field(scopes(), 'What the key may do. If null or missing, it may do everything.'),
  });
export type NewKey = z.output<ReturnType<typeof NewKey>>;

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
