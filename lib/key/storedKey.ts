import type { TenantId } from '../db/key.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { User } from '../user/schema.ts';
import { timeId } from '../values/id.ts';
import type { Key, PlatformKey } from './schema.ts';
import { type KeyScope, scopesFrom } from './scopes.ts';
import { hashOf, makeToken } from './token.ts';

/** A key as stored: with the hash of its secret. Revoked keys are kept. */
export type StoredKey = Omit<Key, 'scopes' | 'user' | 'revoked'> & {
  hash: string;
  /** Empty for platform keys. A staff key has only those that its user's permissions also give. */
  scopes: KeyScope[];
  /** The user that a staff key belongs to. */
  user?: string;
  schema: number;
  revoked?: string;
  /** When the key expires that issued this staff key, directly or through other staff keys. */
  latest_expiry?: string;
  /** When the suspension began during which the platform issued it. A flag would still count in the next suspension. */
  suspension?: string;
  /** When DynamoDB deletes a staff key, or a short-lived platform key. */
  expires_at?: number;
};

export const keySortKey = (id: string) => `KEY#${id.slice(4)}`;

/** What a new key is to be. */
export type WantedKey = {
  label?: string | null | undefined;
  expires?: string | null | undefined;
  scopes?: readonly KeyScope[];
  user?: string;
  latest_expiry?: string | undefined;
  suspension?: string | undefined;
};

const keySchema = storedSchema<StoredKey>();

/** Generates a key and its secret text. Only a hash of the text is stored. */
export function newKey(owner: TenantId | 'PLATFORM', wanted: WantedKey, now: Date, keySecret: string) {
  const { label = null, expires = null, scopes = [], user, latest_expiry, suspension } = wanted;
  const id = `key_${timeId(now)}`;
  // Staff keys, and platform keys such as those of the smoke test.
  const isShortLived =
    expires !== null && (user !== undefined || (owner === 'PLATFORM' && Date.parse(expires) < now.getTime() + dayMs));
  const secret = makeToken(owner, id, keySecret, user);
  const key: StoredKey = {
    id,
    label,
    created: now.toISOString(),
    expires,
    last_four: secret.slice(-4),
    last_used: null,
    hash: hashOf(secret),
    scopes: [...new Set(scopes)],
    schema: keySchema.version,
    ...(suspension !== undefined && { suspension }),
    ...(latest_expiry !== undefined && { latest_expiry }),
    ...(user !== undefined && { user }),
    ...(isShortLived && { expires_at: Math.floor((Date.parse(expires) + listedMs) / 1000) }),
  };
  return { key, secret };
}

const dayMs = 24 * 3600_000;
/** How long a staff key, or a platform key of less than a day, stays listed after it expired. */
const listedMs = 30 * dayMs;

/** DynamoDB can delete a key days later. */
export const isListed = ({ expires_at }: StoredKey, now: Date): boolean =>
  expires_at === undefined || expires_at * 1000 > now.getTime();

export const scopesOf = (key: StoredKey): KeyScope[] => keySchema.upgrade(key, key.schema).scopes;

export const isActive = ({ revoked, expires }: StoredKey, now: Date): boolean =>
  !revoked && (expires === null || expires > now.toISOString());

export function platformKeyView(key: StoredKey): PlatformKey {
  const { id, label, created, expires, last_four, last_used, revoked = null } = key;
  return { id, label, created, expires, last_four, last_used, revoked };
}

/** A staff key has those of its scopes that its user's permissions give now. */
export const keyView = (key: StoredKey, user: User | undefined): Key => ({
  ...platformKeyView(key),
  user: key.user ?? null,
  scopes: user ? scopesFrom(user.permissions, scopesOf(key)) : scopesOf(key),
});
