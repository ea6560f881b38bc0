import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { startDatabase } from '../../../infra/local/database.ts';
import { startService, stopService } from '../service.ts';
import { fillStore } from './story.ts';

/**
 * Records how a version of the service stores its data, before the next version changes it:
 *
 *   node test/support/stored/record.ts <name> [folder of the version's checkout]
 */
const [name, folder = '.'] = process.argv.slice(2);
if (!name) throw new Error('Name the recording, such as 2027-01-scopes.');
const platformKey = 'sp_recording_of_stored_items';
const database = await startDatabase(undefined);
const environment = { DYNAMODB_ENDPOINT: database.endpoint, PLATFORM_API_KEY: platformKey, WEBHOOK_ALLOW_LOCAL: '1' };
const service = await startService(environment, [process.execPath, resolve(folder, 'infra/local/serve.ts')], resolve(folder));
try {
  const store = await fillStore(service.url, platformKey);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: database.endpoint, region: 'eu-central-1', credentials });
  const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName: 'store-platform' });
  const items = (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
  const sorted = items.sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
  const lines = sorted.map((item) => JSON.stringify(item)).join(',\n');
  const file = new URL(`./stores/${name}.json`, import.meta.url);
  writeFileSync(file, `{"tenant":"${store.tenant}","key":"${store.key}","items":[\n${lines}\n]}\n`);
  process.stdout.write(`Recorded ${items.length} items.\n`);
} finally {
  await stopService(service);
  await database.stop();
}
