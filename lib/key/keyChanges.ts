import { findPlatformKeys } from './platformKeys.ts';

/** Another alarm reports a sweep that is silent for this long. */
const recentMs = 600_000;

/**
 * How often platform keys were issued or revoked in the last ten minutes. It reads the keys themselves, because a command writes
 * them without calling the service.
 */
export async function countKeyChanges(now: Date): Promise<number> {
  const since = new Date(now.getTime() - recentMs).toISOString();
  const changes = (await findPlatformKeys()).flatMap(({ created, revoked }) => [created, revoked ?? '']);
  return changes.filter((time) => time > since).length;
}
