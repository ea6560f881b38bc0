export type TenantId = `ten_${string}`;

/**
 * Whose items to read or write: a tenant's, its request counts, or the platform's. The platform's keys, idempotency records and
 * audit entries have separate partitions, because a function's role can be limited to partitions, but not to items. `INDEX_LAG`
 * contains the item that measures the delay of an index, and `QUOTA#BUSIEST` names the tenants that change the most orders.
 */
export type Partition =
  | TenantId
  | 'T#WARM'
  | `QUOTA#${TenantId | 'BUSIEST'}`
  | 'INDEX_LAG'
  | `PLATFORM#${'KEY' | 'IDEM' | 'AUDIT'}`;

/** Read at each use, so that a command or a test can choose the table after this module was loaded. */
export const tableName = (): string => process.env.TABLE_NAME ?? 'store-platform';

export const itemKey = (partition: Partition, sk: string) => ({
  pk: partition.startsWith('ten_') ? `T#${partition}` : partition,
  sk,
});

/** The tenant that a partition belongs to. */
export const tenantIn = (pk: string) => pk.slice('T#'.length) as TenantId;

/** A claim reserves a name or a host for one tenant. */
export const claimKey = (kind: 'NAME' | 'HOST', value: string) => ({ pk: `${kind}#${value}`, sk: 'CLAIM' });
