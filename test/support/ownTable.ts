import { createTable } from '../../infra/local/localTable.ts';

/** Gives a test file its own table, which it may scan. Import everything that reads the table name afterwards. */
export async function ownTable(): Promise<void> {
  const name = `${process.env.TABLE_NAME}-${process.env.JEST_WORKER_ID}-${Date.now()}`;
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, name);
  process.env.TABLE_NAME = name;
  const { aUsedPlatformKey } = await import('./platformKey.ts');
  process.env.TEST_PLATFORM_KEY = await aUsedPlatformKey();
}
