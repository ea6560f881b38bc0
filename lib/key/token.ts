import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { TenantId } from '../db/key.ts';

/** What the text of a key contains. This file makes, reads and hashes such texts. */
export type Token = {
  caller: 'platform' | 'management';
  tenant: TenantId | undefined;
  id: string;
  /** The user that the key belongs to, if it belongs to one person. */
  user: string | undefined;
};

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 8;
const shapes = {
  sp_live_: /^sp_live_()([0-9a-z]{26})()[0-9A-Za-z]{44}$/,
  sm_live_: /^sm_live_([0-9a-z]{26})([0-9a-z]{26})([0-9a-z]{26})?[0-9A-Za-z]{44}$/,
};

/**
 * The text of a new key: kind, tenant, ID, user, 214 random bits, and a checksum over all of these. Nobody can make a checksum
 * without the deployment's secret.
 */
export function makeToken(owner: TenantId | 'PLATFORM', id: string, secret: string, user = ''): string {
  const random = Array.from({ length: 36 }, () => digits[randomInt(62)]).join('');
  const prefix = owner === 'PLATFORM' ? 'sp_live_' : `sm_live_${bare(owner)}`;
  const text = `${prefix}${bare(id)}${bare(user)}${random}`;
  return text + checksum(text, secret);
}

/** Undefined if the text does not have the form of a key. */
export function parseToken(text: string): Token | undefined {
  const kind = text.slice(0, 8);
  if (kind !== 'sp_live_' && kind !== 'sm_live_') return undefined;
  const match = shapes[kind].exec(text);
  if (!match) return undefined;
  const tenant = kind === 'sm_live_' ? (`ten_${match[1]}` as const) : undefined;
  const user = match[3] ? `usr_${match[3]}` : undefined;
  return { caller: tenant ? 'management' : 'platform', tenant, id: `key_${match[2]}`, user };
}

/** Whether the checksum of a key was made with this secret. */
export const isMadeWith = (token: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(checksum(token.slice(0, -checksumLength), secret)), Buffer.from(token.slice(-checksumLength)));

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const bare = (id: string) => id.slice(4);

function checksum(text: string, secret: string) {
  let rest = createHmac('sha256', secret).update(text).digest().readUIntBE(0, 6);
  let sum = '';
  for (; sum.length < checksumLength; rest = Math.floor(rest / 62)) sum = digits[rest % 62] + sum;
  return sum;
}
