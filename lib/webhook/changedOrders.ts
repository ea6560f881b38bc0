import type { TenantId } from '../db/key.ts';
import { changed, pagesOf, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import type { FollowerName } from './inputs.ts';
import { isHandled, type Progress, progressOf, type Reading, slackMs } from './progress.ts';
import { type PositionItem, positionKey, type WebhookItem } from './webhookItem.ts';

const keysPerPage = 1000;
const enough = 200;

const changedIn = ({ changed }: { changed: string }) => {
  const [updated, number] = changed.split('#') as [string, string];
  return { number, updated: Date.parse(updated) };
};

/** Reads the changes from the position on, by the page, until `enough` have to be sent. */
export async function readChanged(tenant: TenantId, progress: Progress): Promise<Reading> {
  const at = Date.now();
  const source = changed(tenant, new Date(progress.position).toISOString(), '9');
  const found: Reading['changed'] = [];
  let to = 0;
  for await (const { items, last } of pagesOf(source, keysPerPage)) {
    const orders = items.map(changedIn);
    found.push(...orders.filter((order) => !isHandled(progress, order)));
    to = last === undefined ? Number.POSITIVE_INFINITY : (orders.at(-1)?.updated ?? 0);
    if (found.length >= enough) break;
  }
  return { changed: found, at, to };
}

/**
 * Where a follower of the changes since a time begins: 20 seconds earlier, because requests in flight may still store older changes.
 * Up to 1,000 changes that are stored already count as sent; any others may be sent too.
 */
export async function readStart(tenant: TenantId, since: string, now: Date): Promise<Pick<PositionItem, 'position' | 'sent'>> {
  const held = new Date(now.getTime() - slackMs).toISOString();
  if (since < held) return { position: since, sent: {} };
  const { items } = await queryPage(changed(tenant, held, since), undefined, keysPerPage);
  const stored = items.map(changedIn).filter(({ updated }) => updated < Date.parse(since));
  return { position: held, sent: Object.fromEntries(stored.map(({ number, updated }) => [number, updated])) };
}

/** When the order that has waited longest to be sent last changed. Null if the follower was sent all, or rejected them. */
export async function behindSince(tenant: TenantId, name: FollowerName, webhook: WebhookItem): Promise<string | null> {
  const position = await find<PositionItem>(tenant, positionKey(name));
  const [oldest] = position ? (await readChanged(tenant, progressOf(position, webhook))).changed : [];
  return oldest ? new Date(oldest.updated).toISOString() : null;
}
