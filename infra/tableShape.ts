type Index = { name: string; partitionKey: string; sortKey: string; projects: string[] };

/**
 * The lists need only `json`, so changing another attribute of a listed item costs no write to the index. What `changed` projects
 * changes only together with its key.
 */
const indexes: Index[] = [
  { name: 'listed', partitionKey: 'listed', sortKey: 'listed_at', projects: ['json'] },
  { name: 'changed', partitionKey: 'pk', sortKey: 'changed', projects: ['created', 'authorized', 'cancelled', 'sums'] },
  { name: 'unfinished', partitionKey: 'pk', sortKey: 'unfinished', projects: [] },
  { name: 'due', partitionKey: 'due_shard', sortKey: 'due', projects: [] },
];

/** The table's keys and indexes, for the deployment and the local databases alike. */
export const tableShape = { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expires_at', indexes };

/** The attributes that an index holds besides the keys. */
export const projectionOf = ({ projects }: Index) =>
  projects.length > 0
    ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: projects }
    : { ProjectionType: 'KEYS_ONLY' as const };

/** The keys and the projection of an index, as the API of DynamoDB takes them. */
export const indexSettings = (index: Index) => ({
  IndexName: index.name,
  KeySchema: keySchema(index.partitionKey, index.sortKey),
  Projection: projectionOf(index),
});

export const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
