/** The kinds of keys. Each kind has its own interface. */
export type Kind = 'management' | 'platform';
/** A key that the service accepted, and whose it is. */
export type KnownKey = { key: string; owner: string };

/** In memory only, because browsers write a tab's storage to disk. */
export const keys = new Map<Kind, KnownKey>();

export const masked = (key: string) => `${/^s[mp]_live_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`;

const causes = 'it is wrong, revoked or expired';
const advice = 'Copy it again, or enter another key.';
const managementCauses = `${causes}, or its user was deactivated`;

type Checked = { kind: Kind; owner: string } | { problem: string };

/** Asks the service what kind of key this is, and which store it belongs to. */
export async function checkKey(base: string, key: string): Promise<Checked> {
  const ask = (path: string) => fetch(`${base}${path}`, { headers: { 'X-API-KEY': key } });
  if (!key.startsWith('sp_live_')) {
    const answer = await ask('v1/management/tenant');
    if (answer.ok) return { kind: 'management', owner: `store ${(await answer.json()).payload.tenant.name}` };
    if (answer.status === 403) {
      const isSuspended = (await answer.json()).code === 'tenant_suspended';
      return { kind: 'management', owner: isSuspended ? 'a suspended store' : 'a store, without the scope settings:read' };
    }
    if (answer.status !== 401) return { problem: `The service answered ${answer.status}. Try again later.` };
  }
  if (key.startsWith('sm_live_')) return { problem: `This management key was rejected: ${managementCauses}. ${advice}` };
  const answer = await ask('v1/platform/auth/test');
  if (answer.ok) return { kind: 'platform', owner: 'the platform' };
  if (answer.status !== 401) return { problem: `The service answered ${answer.status}. Try again later.` };
  return { problem: `This key was rejected: ${key.startsWith('sp_live_') ? causes : managementCauses}. ${advice}` };
}
