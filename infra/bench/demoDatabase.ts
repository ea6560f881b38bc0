import { demoKey } from '../local/demo.ts';
import { startDatabase } from '../local/localDatabase.ts';
import { localKey } from '../local/localKey.ts';
import { createTable } from '../local/localTable.ts';

const table = 'store-platform';

/** A database with the demo store in it, which handlers in this process use. */
export async function startDemoDatabase(folder: string) {
  const database = await startDatabase(undefined);
  const environment = {
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    TABLE_NAME: table,
    LOG_LEVEL: 'error',
  };
  Object.assign(process.env, environment);
  await createTable(database.endpoint, table);
  const key = await demoKey(folder, (await localKey(folder, undefined)).secret);
  return { database, environment, key: key as string };
}
