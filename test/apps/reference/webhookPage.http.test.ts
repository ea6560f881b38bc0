import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { freePort } from '../../../infra/local/freePort.ts';
import { aStore } from '../../support/actors.ts';
import { blockWith } from '../../support/blocks.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import { root, run, start } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const page = 'docs/webhooks.md';
const name = 'confirm-order';
const STORE_URL = process.env.BASE_URL as string;
const { key } = await aStore();
const store = client({ url: STORE_URL, key });
await store.putProduct({ sku: 'TEA', name: 'Tee für Zoë 🍵', price: 5, stock: null });

const receivers = {
  TypeScript: { file: 'receiver.ts', words: 'const seen', program: process.execPath },
  Python: { file: 'receiver.py', words: 'hmac.digest', program: 'python3' },
};

/** Runs a receiver from the page in a folder that contains only the packages. */
async function theReceiver({ file, words, program }: (typeof receivers)['Python'], WEBHOOK_SECRET: string) {
  const folder = freshFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, file.replace('.ts', '.mts')), blockWith(page, words));
  const port = await freePort();
  const env = { WEBHOOK_SECRET, RECEIVER_PORT: `${port}` };
  const { output, child } = start([program, file.replace('.ts', '.mts')], { cwd: folder, env });
  await until(() => output.stdout.includes('Waiting'));
  return { url: `http://127.0.0.1:${port}/hooks`, output, stop: () => child.kill() };
}

describe.each(Object.entries(receivers))('the receiver of the page in %s', (_, program) => {
  test('accepts a delivery, confirms the order, and handles each event once', async () => {
    const receiver = await theReceiver(program, await store.replaceWebhookSecret({ name }));
    await store.changeWebhook({ name, url: receiver.url });
    expect(await store.testWebhook({ name })).toMatchObject({ ok: true, status: 200 });
    const { number } = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }], note: 'für Zoë 🚪' });
    await until(async () => (await store.getOrder({ number })).authorized);
    await until(async () => (await store.getDeliveries({ name })).deliveries[0]?.state === 'delivered');
    const [delivery] = (await store.getDeliveries({ name })).deliveries;
    await store.redeliver({ name, id: delivery?.id as string });
    await until(async () => (await store.getDeliveries({ name })).deliveries[0]?.attempts.length === 2);
    expect(receiver.output).toEqual({
      stdout: `Waiting for events.\nconfirm-order: order 1000\nconfirm-order: order ${number}\n`,
      stderr: '',
    });
    receiver.stop();
  });

  test('rejects a call that is not signed with its secret', async () => {
    const receiver = await theReceiver(program, `whsec_${btoa('another secret of 24 byt')}`);
    await store.changeWebhook({ name, url: receiver.url });
    expect(await store.testWebhook({ name })).toMatchObject({ ok: false, status: 400 });
    expect((await fetch(receiver.url, { method: 'POST', body: '{"type":"confirm-order"}' })).status).toBe(400);
    expect(receiver.output.stdout).toBe('Waiting for events.\n');
    receiver.stop();
  });

  test('is the same as the file that the page names', () => {
    expect(blockWith(page, program.words)).toBe(readFileSync(join(root, 'docs', program.file), 'utf8'));
  });
});

/** The set-up of the page, for the store of the test. */
const setUp = blockWith(page, 'api()').replace(/^export.*$/m, '');

test('the commands of the page create a secret, set the URL and remove it', async () => {
  const env = { STORE_URL, STORE_API_KEY: key };
  const inBash = (commands: string) => run(['bash', '--norc', '-euo', 'pipefail', '-c', `${setUp}${commands}`], { env });
  const create = blockWith(page, 'export WEBHOOK_SECRET=');
  const created = await inBash(create.replace(/^node_modules.*\ncurl.*$/m, 'echo $WEBHOOK_SECRET'));
  expect(created.stdout).toMatch(/^whsec_\S{40,}\n$/);
  expect((await store.getWebhook({ name })).secret_last_four).toBe(created.stdout.trim().slice(-4));
  const set = await inBash(blockWith(page, '4000/hooks'));
  expect(JSON.parse(set.stdout).payload.webhook.url).toBe('http://127.0.0.1:4000/hooks');
  const sent = await inBash(blockWith(page, '$WEBHOOK/test'));
  expect(JSON.parse(sent.stdout).payload.test.ok).toBe(false);
  const again = await inBash(blockWith(page, '"failed"'));
  expect(JSON.parse(again.stdout).payload).toEqual({ queued: 0, next_cursor: null });
  const removed = await inBash(blockWith(page, 'api $WEBHOOK -X PATCH -d \'{"url": null}\'').replace('kill $RECEIVER', ''));
  expect(JSON.parse(removed.stdout).payload.webhook.url).toBeNull();
});

const followers = {
  TypeScript: { file: 'follower.ts', words: 'DatabaseSync', program: `${process.execPath} follower.mts` },
  Python: { file: 'follower.py', words: 'import sqlite3', program: 'env WEBHOOK_SECRET=$FOLLOWER_SECRET python3 follower.py' },
};

test.each(Object.entries(followers))(
  'the follower of the page in %s keeps a copy of all orders, from the beginning on',
  async (_, { file, words, program }) => {
    const before = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }] });
    const code = blockWith(page, words);
    expect(code).toBe(readFileSync(join(root, 'docs', file), 'utf8'));
    const folder = freshFolder();
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'receiver.py'), blockWith(page, 'hmac.digest'));
    writeFileSync(join(folder, file.replace('.ts', '.mts')), code);
    const port = `${await freePort()}`;
    const create = blockWith(page, 'export FOLLOWER_SECRET=')
      .replaceAll('4001', port)
      .replace('node_modules/.bin/node docs/follower.ts', program);
    const env = { STORE_URL, STORE_API_KEY: key, RECEIVER_PORT: port };
    const shell = start(['bash', '--norc', '-euo', 'pipefail'], { cwd: folder, env, input: null });
    shell.child.stdin.write(`${setUp}${create}`);
    await until(() => shell.output.stdout.includes('"ok":true'));
    const { number } = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 2 }], note: 'für Zoë 🚪' });
    const order = await store.updateOrder({ number, authorized: true });
    const copy = new DatabaseSync(join(folder, 'orders.db'), { readOnly: true, timeout: 5000 });
    const find = (of: string) => copy.prepare('SELECT json FROM orders WHERE number = ?').get(of)?.json as string | undefined;
    const isCopied = (one: { number: string; version: number }) => JSON.parse(find(one.number) ?? '{}').version >= one.version;
    await until(() => isCopied(order) && isCopied(before));
    expect(JSON.parse(find(number) as string)).toEqual(await store.getOrder({ number }));
    copy.close();
    shell.child.stdin.end(blockWith(page, 'api $FOLLOWER -X PATCH -d \'{"url": null}\''));
    expect(await shell.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(store.getWebhook({ name: 'order-changed' })).rejects.toMatchObject({ status: 404 });
  },
);

test('the rates in the example of the page are accepted', async () => {
  const receiver = await aReceiver({ body: blockWith(page, '"rates"') });
  await store.changeWebhook({ name: 'calculate-shipping-rates', url: receiver.url });
  const lines = [{ sku: 'TEA', quantity: 1 }];
  const { rates, source, dropped } = await store.calculateRates({ destination: { country: 'DE' }, lines });
  expect(rates.map(({ id }) => id)).toEqual(['standard', 'express']);
  expect({ source, dropped }).toEqual({ source: 'live', dropped: [] });
});
