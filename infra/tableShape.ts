/** The table's keys and indexes, for the deployment and the local databases alike. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires_at',
  indexes: [
    { name: 'listed', partitionKey: 'listed', sortKey: 'listed_at', projection: 'ALL' },
    { name: 'due', partitionKey: 'due_shard', sortKey: 'due', projection: 'KEYS_ONLY' },
  ],
} as const;
