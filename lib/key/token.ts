import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { TenantId } from '../db/key.ts';

/** What the text of a key contains. */
export type Token = { caller: 'platform' | 'management'; tenant: TenantId | undefined; id: string };

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shapes = {
  sp_live_: /^sp_live_()([0-9a-z]{26})[0-9A-Za-z]{36}$/,
  sm_live_: /^sm_live_([0-9a-z]{26})([0-9a-z]{26})[0-9A-Za-z]{36}$/,
};

/** The text of a new key: kind, tenant, ID, 214 random bits, and a checksum over all of these. */
export function makeToken(owner: TenantId | 'PLATFORM', id: string): string {
  const secret = Array.from({ length: 36 }, () => digits[randomInt(62)]).join('');
  const prefix = owner === 'PLATFORM' ? 'sp_live_' : `sm_live_${bare(owner)}`;
  const text = `${prefix}${bare(id)}${secret}`;
  return text + checksum(text);
}

/** Undefined if the text cannot be a key. This rejects garbage without a database read. */
export function parseToken(text: string): Token | undefined {
  const kind = text.slice(0, 8);
  if (kind !== 'sp_live_' && kind !== 'sm_live_') return undefined;
  const match = shapes[kind].exec(text.slice(0, -6));
  if (!match || checksum(text.slice(0, -6)) !== text.slice(-6)) return undefined;
  const tenant = kind === 'sm_live_' ? (`ten_${match[1]}` as const) : undefined;
  return { caller: tenant ? 'management' : 'platform', tenant, id: `key_${match[2]}` };
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const bare = (id: string) => id.slice(4);

function checksum(text: string) {
  let sum = '';
  for (let rest = crc32(text), i = 0; i < 6; i++, rest = Math.floor(rest / 62)) sum = digits[rest % 62] + sum;
  return sum;
}
