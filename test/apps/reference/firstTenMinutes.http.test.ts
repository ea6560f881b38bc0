import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { freePort } from '../../../infra/local/freePort.ts';
import { blocksOf } from '../../support/blocks.ts';
import { until } from '../../support/receiver.ts';
import { run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';
import { aService } from '../../support/serviceOfTest.ts';

const [install, serve, ...others] = blocksOf('docs/first-ten-minutes.md').map(({ text }) => text) as [string, string];

test('every command of docs/first-ten-minutes.md works', async () => {
  // These two run differently: the packages are already installed, and the server uses a free port and a new folder.
  expect([install, serve]).toEqual(['npm install\n', 'WEBHOOK_ALLOW_LOCAL=1 npm start\n']);
  const DATA_DIR = freshFolder();
  const settings = { DATA_DIR, DEMO: '', PLATFORM_API_KEY: '', WEBHOOK_ALLOW_LOCAL: '', LOG_LEVEL: 'error' };
  const service = await aService(settings, ['bash', '--norc', '-c', serve]);
  const port = `${await freePort()}`;
  const commands = others
    .join('')
    .replace('http://127.0.0.1:3000', service.url)
    .replaceAll('.data/', `${DATA_DIR}/`)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);
  const env = { RECEIVER_PORT: port, npm_config_loglevel: 'error' };
  const ran = await run(['bash', '--norc', '-euo', 'pipefail', '-c', commands], { env });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('order 1005, to pay: 45.7\n');
  expect(ran.stdout).toContain('confirm-order: order 1006\n');
  await checkEffects(client({ url: service.url, key: readFileSync(join(DATA_DIR, 'demo-key'), 'utf8').trim() }));
});

async function checkEffects(store: ReturnType<typeof client>) {
  const order = await store.getOrder({ number: '1005' });
  expect(order).toMatchObject({
    paid: 45.7,
    refunded: 7.9,
    credited: 7.9,
    balance: 0,
    authorized: true,
    shipments: [{ state: 'shipped' }],
  });
  await until(async () => (await store.getOrder({ number: '1006' })).authorized);
  expect((await store.getProduct({ sku: 'TEA-GREEN' })).stock).toEqual({ available: 33, reserved: 4 });
  expect((await store.getOwnTenant()).override_plan).toBe('plan2');
  expect((await store.getProduct({ sku: 'TEA-WHITE' })).stock?.available).toBe(30);
}
