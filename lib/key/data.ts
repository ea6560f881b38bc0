import type { Scope } from '../db/key.ts';
import { commit, createDrawn } from '../db/write.ts';
import { timeId } from '../id.ts';
import type { StoredKey } from './schema.ts';
import { hashOf, makeToken } from './token.ts';

/** A new key and its clear text, which is kept nowhere. */
export function drawKey(scope: Scope, label: string | null, expires: string | null, now: Date) {
  const id = `key_${timeId(now)}`;
  const secret = makeToken(scope, id);
  const key: StoredKey = {
    id,
    label,
    created: now.toISOString(),
    expires,
    last_four: secret.slice(-4),
    last_used: null,
    hash: hashOf(secret),
  };
  return { key, secret };
}

/** Puts a platform key into the table: for who may write there anyway, since no interface issues them. */
export async function issuePlatformKey(label: string | null, expires: string | null, now: Date) {
  const drawn = drawKey('PLATFORM', label, expires, now);
  await commit({ key: createDrawn('PLATFORM', `KEY#${drawn.key.id}`, drawn.key) });
  return drawn;
}
