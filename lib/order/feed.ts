import type { TenantId } from '../db/key.ts';
import { changed, queryPage } from '../db/query.ts';
import type { Reader } from '../list.ts';
import { type Found, findOrders } from './orderItem.ts';

/**
 * A request can store `updated` this long after it was set: functions end within 10 seconds, and the index may lag. So a client
 * that begins its next walk here misses nothing.
 */
const slackMs = 15_000;

export const syncedUntil = (began: string) => new Date(Date.parse(began) - slackMs).toISOString();

/** The orders changed since a time and before the walk began, oldest change first, as they are now. Takes two database calls. */
export function feed(tenant: TenantId, from: string, began: string): Reader<Found> {
  // DynamoDB rejects a range that ends before it begins.
  const source = changed(tenant, from, from > began ? from : began);
  return {
    positionOf: ({ position = '' }) => position,
    read: async (after, limit) => {
      const { items, last } = await queryPage(source, after, limit);
      const found = items.map((item) => [source.positionOf(item), item.sk] as const);
      return { items: await findOrders(tenant, found), last };
    },
  };
}
