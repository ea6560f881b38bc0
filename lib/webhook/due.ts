import { createHash } from 'node:crypto';
import type { TenantId } from '../db/key.ts';

const shards = 64;

export const dueShards = Array.from({ length: shards }, (_, shard) => `DUE#${shard}`);

/** Adds an item to the index of due items. A hash of its ID selects the shard, so that no tenant can fill one. */
export const dueAt = (id: string, due: Date) => ({
  due_shard: dueShards[(createHash('sha256').update(id).digest()[0] as number) % shards] as string,
  due: due.toISOString(),
});

/** Removes an item from the index. */
export const notDue = { due_shard: undefined, due: undefined };

/** The webhook itself is due when its parked deliveries need a check. */
export const checkAt = (tenant: TenantId, due: Date) => ({ ...dueAt(`${tenant} webhook`, due), found_none: false });

const followerShards = 8;

export const followedShards = Array.from({ length: followerShards }, (_, shard) => `FOLLOW#${shard}`);

/** A follower that may be called is always due, so an idle one costs no write. These shards have no deliveries. */
export const followedAt = (tenant: TenantId, name: string) => ({
  due_shard: followedShards[
    (createHash('sha256')
      .update(tenant + name)
      .digest()[0] as number) % followerShards
  ] as string,
  due: new Date(0).toISOString(),
});

/** Deliveries that cannot be sent for now. The sweep does not read this shard, so they do not slow it down. */
export const parkedShard = (tenant: TenantId) => `PARKED#${tenant}`;
