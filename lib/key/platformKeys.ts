import type { Author } from '../api/call.ts';
import { type ListQuery, page } from '../api/list.ts';
import { auditAction } from '../audit/entry.ts';
import { createGeneratedAction, updateAction } from '../db/action.ts';
import { itemsIn, pagesOf } from '../db/query.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import { firstSecret, type KeySecret, readSecrets, secretsItem } from './checksumSecrets.ts';
import { revoke } from './data.ts';
import type { PlatformKey } from './schema.ts';
import { isListed, keySortKey, newKey, platformKeyView, type StoredKey } from './storedKey.ts';

type Wanted = { label: string | null; expires: string | null };

/** The author of a change made by a command. `actor` is the principal that ran it. */
export const commandAuthor = (operation: string, actor: string): Author => ({
  caller: 'platform',
  key: null,
  key_label: null,
  user: null,
  tenant_name: null,
  actor,
  address: null,
  user_agent: null,
  request_id: null,
  operation,
});

/** Issues a platform key. Only a command can do this, with AWS credentials that allow writing to the table. */
export async function issuePlatformKey({ label, expires }: Wanted, actor: string, now: Date) {
  const author = commandAuthor('issuePlatformKey', actor);
  const issued = newKey('PLATFORM', { label, expires }, now, await firstSecret(now));
  const { key } = issued;
  const entryId = timeId(now);
  await retryOnConflict(() =>
    commit({
      key: createGeneratedAction('PLATFORM#KEY', keySortKey(key.id), key),
      audit: auditAction(entryId, null, author, now, { before: {}, after: platformKeyView(key) }),
    }),
  );
  return issued;
}

/** All platform keys, newest first, including revoked ones. There are only a few. */
export async function findPlatformKeys(): Promise<StoredKey[]> {
  const keys: StoredKey[] = [];
  for await (const { items } of pagesOf(itemsIn<StoredKey>('PLATFORM#KEY', 'KEY#', 'descending'))) keys.push(...items);
  return keys;
}

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

/** The platform keys, sorted by label, with unlabelled keys last. Keys with the same label are sorted newest first. */
export const getPlatformKeys = (query: ListQuery) =>
  page<StoredKey, PlatformKey, Record<never, never>>({
    scope: 'PLATFORM',
    operation: 'getPlatformKeys',
    query,
    sourceFor: () => ({ source: { positionOf, read: readAfter }, view: platformKeyView }),
  });

type LabelledKey = Pick<StoredKey, 'id' | 'label'>;

const byLabel = (a: LabelledKey, b: LabelledKey) => compare(sortText(a), sortText(b)) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const sortText = ({ label }: LabelledKey) => label ?? '\uffff';

const positionOf = ({ id, label }: LabelledKey) => (label === null ? id : `${id} ${label}`);

function labelledKeyAt(position: string): LabelledKey {
  const [id = '', ...words] = position.split(' ');
  return { id, label: words.length > 0 ? words.join(' ') : null };
}

async function readAfter(position: string | undefined) {
  const now = new Date();
  const keys = (await findPlatformKeys()).filter((key) => isListed(key, now)).sort(byLabel);
  const after = position === undefined ? undefined : labelledKeyAt(position);
  return { items: keys.filter((key) => !after || byLabel(key, after) > 0), last: undefined };
}

/** Revokes a platform key. Throws if it is already revoked. */
export const revokePlatformKey = (id: string, author: Author, now: Date): Promise<PlatformKey> =>
  revoke({ partition: 'PLATFORM#KEY', tenant: null, view: platformKeyView }, id, author, now);

type KeySecrets = readonly KeySecret[];

/** Changes the secrets that make the checksums of keys. Only a command can do this. */
export function changeSecrets(author: Author, now: Date, change: (secrets: KeySecrets) => KeySecrets): Promise<KeySecrets> {
  const entryId = timeId(now);
  const shown = (secrets: KeySecrets) => ({ secrets_stored: secrets.map(({ stored }) => stored) });
  return retryOnConflict(async () => {
    const { secrets } = await readSecrets('platform', now);
    const changed = change(secrets);
    const unchanged = { expression: '#secrets = :known', values: { ':known': secrets } };
    await commit({
      secrets: updateAction(...secretsItem, { secrets: changed }, unchanged),
      audit: auditAction(entryId, null, author, now, { before: shown(secrets), after: shown(changed) }),
    });
    return changed;
  });
}
