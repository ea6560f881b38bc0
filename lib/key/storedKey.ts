import type { TenantId } from '../db/key.ts';
import { storedSchema } from '../db/storedSchema.ts';
import { timeId } from '../values/id.ts';
import type { Key, PlatformKey } from './schema.ts';
import type { KeyScope } from './scopes.ts';
import { hashOf, makeToken } from './token.ts';

/** A key as stored: with the hash of its secret. Revoked keys are kept. */
export type StoredKey = Omit<Key, 'scopes' | 'revoked'> & {
  hash: string;
  /** Empty for platform keys. */
  scopes: KeyScope[];
  schema: number;
  revoked?: string;
};

export const keySortKey = (id: string) => `KEY#${id.slice(4)}`;

type Wanted = { label?: string | null | undefined; expires?: string | null | undefined; scopes?: readonly KeyScope[] };

const keySchema = storedSchema<StoredKey>();

/** Generates a key and its secret text. Only a hash of the text is stored. */
export function newKey(owner: TenantId | 'PLATFORM', wanted: Wanted, now: Date, keySecret: string) {
  const { label = null, expires = null, scopes = [] } = wanted;
  const id = `key_${timeId(now)}`;
  const secret = makeToken(owner, id, keySecret);
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
  };
  return { key, secret };
}

export const scopesOf = (key: StoredKey): KeyScope[] => keySchema.upgrade(key, key.schema).scopes;

export const isActive = ({ revoked, expires }: StoredKey, now: Date): boolean =>
  !revoked && (expires === null || expires > now.toISOString());

export const platformKeyView = ({ id, label, created, expires, last_four, last_used, revoked }: StoredKey): PlatformKey => ({
  id,
  label,
  created,
  expires,
  last_four,
  last_used,
  revoked: revoked ?? null,
});

export const keyView = (key: StoredKey): Key => ({ ...platformKeyView(key), scopes: scopesOf(key) });
