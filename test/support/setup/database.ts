import type { Program } from '../../../infra/local/childProgram.ts';
import { missingForDynamodbLocal, startDatabase, startDynamodbLocal } from '../../../infra/local/localDatabase.ts';
import { useLocalDatabase } from '../../../infra/local/localEnvironment.ts';
import { createTable } from '../../../infra/local/localTable.ts';
import { aUsedPlatformKey } from '../platformKey.ts';

declare global {
  var testDatabase: Program | undefined;
  var hasTestTable: boolean | undefined;
}

/** Starts one database for all projects. Test files find it through the environment. */
export default async function startTestDatabase(): Promise<void> {
  if (globalThis.hasTestTable) return;
  globalThis.hasTestTable = true;
  try {
    const endpoint = process.env.DYNAMODB_ENDPOINT || (await startTestEngine()).endpoint;
    const table = pointTestsTo(endpoint);
    await createTable(endpoint, table).catch((error) => {
      throw new Error(`The test database at ${endpoint} cannot create a table: ${error.message || error.code || error.name}`);
    });
    process.env.TEST_PLATFORM_KEY = await aUsedPlatformKey();
  } catch (error) {
    const { message, cause = '' } = error as Error;
    console.error(message, cause);
    await globalThis.testDatabase?.stop();
    process.exit(1);
  }
}

async function startTestEngine(): Promise<Program> {
  const reason = process.env.TEST_DATABASE === 'embedded' ? undefined : missingForDynamodbLocal();
  if (reason && process.env.CI) throw new Error(`${reason} CI requires DynamoDB Local.`);
  if (reason) console.warn(`${reason} The tests run on the embedded database instead.`);
  const embedded = reason || process.env.TEST_DATABASE === 'embedded';
  globalThis.testDatabase = await (embedded ? startDatabase(undefined) : startDynamodbLocal());
  return globalThis.testDatabase;
}

function pointTestsTo(endpoint: string): string {
  const table = `store-test-${Date.now()}-${process.pid}`;
  const aws = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const settings = { WEBHOOK_KEYS: 'the-key-of-the-tests', LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1' };
  useLocalDatabase(endpoint, { TABLE_NAME: table, ...aws, ...settings });
  return table;
}
