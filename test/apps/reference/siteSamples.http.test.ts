import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { operations } from '../../../apps/reference/site/operations.ts';
import { samplesOf } from '../../../apps/reference/site/samples.ts';
import { aStore, platform } from '../../support/actors.ts';
import { compiled } from '../../support/compiled.ts';
import { root, run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const samples = operations.flatMap((operation) =>
  samplesOf(operation).map((sample) => ({ id: operation.operationId, ...sample })),
);

test('every sample of the typed client compiles', async () => {
  const file = join(freshFolder(), 'samples.mts');
  const functions = samples.map(({ client: call }) => `export async function f() {\n${call}\n}`);
  const numbered = functions.map((text, i) => text.replace('f()', `sample${i}()`));
  const clients = `import type { PlatformClient, StoreClient } from '${root}apps/client/client.ts';
declare const store: StoreClient;
declare const platform: PlatformClient;`;
  writeFileSync(file, [clients, ...numbered].join('\n'));
  expect(await compiled([file], { noUnusedLocals: false })).toBe('');
});

/** Codes that say that the sample itself is wrong. All others depend on what the store contains. */
const mistakes =
  /"code":"(invalid_request|unauthorized|insufficient_scope|method_not_allowed|unsupported_media_type|internal_error)"/;

test('every curl command is accepted by the service, apart from what depends on stored data', async () => {
  const { key } = await aStore();
  const store = client({ url: process.env.BASE_URL, key });
  await store.putProduct({ sku: 'TEA-GREEN', name: 'Green tea', price: 8.2, stock: 40 });
  const env = { STORE_URL: process.env.BASE_URL as string, STORE_API_KEY: key, PLATFORM_API_KEY: platform };
  const commands = samples.map(({ id, curl }) => `echo "### ${id}"\n${curl}\necho\n`);
  const script = `curl() { command curl -sS "$@"; }\n${commands.join('')}`;
  const { code, stdout, stderr } = await run(['bash', '--norc', '-euo', 'pipefail', '-c', script], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answers = stdout.split('### ').slice(1);
  expect(answers).toHaveLength(samples.length);
  expect(answers.filter((answer) => mistakes.test(answer) || !/"(payload|code)":/.test(answer))).toEqual([]);
});
