import type { Key } from './schema.ts';

/** A key as stored: with the hash of its secret. Revoked keys are kept, because a replayed `issueKey` still returns them. */
export type StoredKey = Key & { hash: string; revoked?: string; revoked_by?: string };

export const keySortKey = (id: string) => `KEY#${id.slice(4)}`;
