import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { platformClient } from '../../../apps/client/client.ts';
import { commands } from '../../../apps/ops/commands.ts';
import { aSettledServer } from '../../support/faultyServer.ts';
import { ops, opsJson, wordsOf } from '../../support/ops.ts';
import { freshFolder } from '../../support/service.ts';
import { aService } from '../../support/serviceOfTest.ts';

const platformKey = 'a-platform-key-of-this-test';

/** IDs and files of the examples, as they are in this run. */
type Replacements = Record<string, string>;

const replaced = (example: string, replacements: Replacements) =>
  Object.entries(replacements).reduce((line, [from, to]) => line.replaceAll(from, to), example);

test('every example in the help works in a demo store', async () => {
  const folder = freshFolder();
  const service = await aService({ DATA_DIR: folder, DEMO: '', PLATFORM_API_KEY: platformKey, LOG_LEVEL: 'error' });
  const STORE_API_KEY = readFileSync(join(folder, 'demo-key'), 'utf8').trim();
  // An export needs an old suspension.
  const env = { STORE_URL: await aSettledServer(service.url), PLATFORM_API_KEY: platformKey, STORE_API_KEY };
  writeFileSync(join(folder, 'products.csv'), 'sku,name,price\nTEA-WHITE,White tea,12\n');
  writeFileSync(join(folder, 'carrier.csv'), 'number,amount,reference\n1003,20.70,PARCEL-1\n');
  writeFileSync(join(folder, 'tracking.csv'), 'number,tracking_number,carrier\n1002,PX1,Post\n');
  const lists = ['products.csv', 'carrier.csv', 'tracking.csv', 'orders.csv', 'lines.csv', 'payments.csv'];
  const files = [...lists, 'erased.csv', 'sync-state', 'tea-house-export'];
  const replacements: Replacements = Object.fromEntries(files.map((name) => [name, join(folder, name)]));
  const platform = platformClient({ url: service.url, key: platformKey });
  const failed: object[] = [];
  // The tenant of the others comes first, and revoking the only platform key comes last, once: only --json differs.
  const rank = (name: string) => (name === 'tenant create' ? 0 : name === 'platform-key revoke' ? 2 : 1);
  for (const { name, examples } of commands.toSorted((a, b) => rank(a.name) - rank(b.name))) {
    const runnable = name === 'platform-key revoke' ? examples.slice(0, 1) : examples;
    for (const example of runnable) {
      if (example.includes('key_')) replacements.key_4h7k2m9p = await aKey(name);
      if (example.includes('usr_')) replacements.usr_4h7k2m9p = (await opsJson(['user', 'list'], env))[0].id;
      const { code, stderr } = await ops(wordsOf(replaced(example, replacements)), env);
      if (code !== 0 || stderr) failed.push({ example, code, stderr });
    }
  }
  expect(failed).toEqual([]);

  /** A key that the example may revoke. */
  async function aKey(command: string): Promise<string> {
    if (command === 'key revoke') return (await platform.issueKey({ id: 'tea-house' })).key.id;
    if (command === 'own-key revoke') return (await opsJson(['own-key', 'issue'], env)).key.id;
    return (await platform.platformKeys().next()).value?.id as string;
  }
});
