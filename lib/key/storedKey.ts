import type { Key } from './schema.ts';

/** A key as stored: with the hash of its secret. Revoked keys stay, so that repeating a request still returns its key. */
export type StoredKey = Key & { hash: string; revoked?: string; revoked_by?: string };

export const keySortKey = (id: string) => `KEY#${id.slice(4)}`;
