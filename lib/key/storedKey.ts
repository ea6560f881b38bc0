import type { Key } from './schema.ts';

/** A key as it is stored: its hash instead of its text. Revoked keys stay, so that a repeated request still finds its key. */
export type StoredKey = Key & { hash: string; revoked?: string; revoked_by?: string };

export const keySortKey = (id: string) => `KEY#${id.slice(4)}`;
