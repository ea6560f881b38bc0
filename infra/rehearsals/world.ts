import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../commands/restore/laterOf.ts';
import { startDatabase } from '../local/database.ts';
import { createTable } from '../local/table.ts';

export type TableName = 'first' | 'second';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Any = any;

/**
 * The service on a local database with two tables: the one it uses, and the one it switches to. Every call of the service goes
 * to the table in use.
 */
export async function openWorld() {
  const database = await startDatabase(undefined);
  Object.assign(process.env, {
    TABLE_NAME: 'first',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_TIMEOUT_FACTOR: '10',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_LOCAL: '1',
  });
  for (const name of ['first', 'second']) await createTable(database.endpoint, name);
  const client = new DynamoDBClient();
  const documents = DynamoDBDocumentClient.from(client);
  const world = {
    inUse: 'first' as TableName,
    refused: undefined as TableName | undefined,
    client,
    documents,
    itemsIn: async (table: TableName) =>
      (await Array.fromAsync(paginateScan({ client: documents }, { TableName: table, ConsistentRead: true }))).flatMap(
        ({ Items = [] }) => Items as Item[],
      ),
    put: (table: TableName, Item: Item) => documents.send(new PutCommand({ TableName: table, Item })),
    close: () => database.stop(),
  };
  const { client: service } = await import('../../lib/db/client.ts');
  service.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (isWrite(String(commandName)) && world.refused === world.inUse) throw new Error(`${world.inUse} rejects writes`);
        const result: Any = await next({ ...args, input: renamed(args.input, 'first', world.inUse) });
        return { ...result, output: renamed(result.output, world.inUse, 'first') };
      },
    { step: 'initialize', name: 'tableInUse', priority: 'high' },
  );
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The input or output of a command, with one table in place of another. */
function renamed(value: Any, from: string, to: string): Any {
  const inTable = (map: Any) => map && (from in map ? { [to]: map[from] } : map);
  return {
    ...value,
    ...(value.TableName && { TableName: to }),
    ...(value.RequestItems && { RequestItems: inTable(value.RequestItems) }),
    ...(value.Responses && !Array.isArray(value.Responses) && { Responses: inTable(value.Responses) }),
    ...(value.UnprocessedKeys && { UnprocessedKeys: inTable(value.UnprocessedKeys) }),
    ...(value.TransactItems && {
      TransactItems: value.TransactItems.map((action: Any) =>
        Object.fromEntries(Object.entries<Any>(action).map(([kind, part]) => [kind, { ...part, TableName: to }])),
      ),
    }),
  };
}

const isWrite = (command: string) => /^(Put|Update|Delete|TransactWrite)Items?Command$/.test(command);
