import type { Key } from '../../lib/key/schema.ts';
import { platform } from './actors.ts';
import { call } from './call.ts';
import { walk } from './walk.ts';

export const issue = (id: string, body?: object) => call('issueKey', { as: platform, params: { id }, body });
export const revoke = (id: string, key_id: string) => call('revokeKey', { as: platform, params: { id, key_id } });
export const keysOf = async (id: string, limit?: string) =>
  (await walk('getKeys', { as: platform, params: { id }, query: limit ? { limit } : {} })) as Key[];
