import { createTable } from '../../infra/local/localTable.ts';
import { type Item, putAction } from '../../lib/db/action.ts';
import { find } from '../../lib/db/read.ts';
import { put } from '../../lib/db/write.ts';
import { secretsItem } from '../../lib/key/checksumSecrets.ts';
import { keySortKey, type StoredKey } from '../../lib/key/storedKey.ts';
import { parseToken } from '../../lib/key/token.ts';

/** Gives a test file its own table, which it may scan. The platform key that all tests share works there too. */
export async function ownTable(): Promise<void> {
  const sk = keySortKey(parseToken(process.env.TEST_PLATFORM_KEY as string)?.id as string);
  const key = (await find<StoredKey>('PLATFORM#KEY', sk)) as StoredKey;
  const secrets = (await find<Item>(...secretsItem)) as Item;
  const name = `${process.env.TABLE_NAME}-${process.env.JEST_WORKER_ID}-${Date.now()}`;
  await createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, name);
  process.env.TABLE_NAME = name;
  await put(putAction('PLATFORM#KEY', sk, key));
  await put(putAction(...secretsItem, secrets));
}
