import { createHash } from 'node:crypto';
import type { TenantId } from '../db/key.ts';

export const dueShards = Array.from({ length: 64 }, (_, shard) => `DUE#${shard}`);

/** A hash selects the shard, so that no tenant can fill one. */
const shardOf = (text: string, shards: readonly string[]) =>
  shards[(createHash('sha256').update(text).digest()[0] as number) % shards.length] as string;

/** Adds an item to the index of due items. */
export const dueAt = (id: string, due: Date) => ({ due_shard: shardOf(id, dueShards), due: due.toISOString() });

/** Removes an item from the index. */
export const notDue = { due_shard: undefined, due: undefined };

/** The webhook itself is due when its parked deliveries need a check. */
export const checkAt = (tenant: TenantId, due: Date) => ({ ...dueAt(`${tenant} webhook`, due), found_none: false });

export const followedShards = Array.from({ length: 8 }, (_, shard) => `FOLLOW#${shard}`);

/** A follower that may be called is always due, so an idle one costs no write. These shards have no deliveries. */
export const followedAt = (tenant: TenantId, name: string) => ({
  due_shard: shardOf(tenant + name, followedShards),
  due: new Date(0).toISOString(),
});

/** Deliveries that cannot be sent for now. The sweep does not read this shard, so they do not slow it down. */
export const parkedShard = (tenant: TenantId) => `PARKED#${tenant}`;
