/** The one table, as the deployment and the local databases make it. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires_at',
  indexes: [
    { name: 'listed', partitionKey: 'listed', sortKey: 'listed_at', projection: 'ALL' },
    { name: 'due', partitionKey: 'due_shard', sortKey: 'due', projection: 'KEYS_ONLY' },
  ],
} as const;
