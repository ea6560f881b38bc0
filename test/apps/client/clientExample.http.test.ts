import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { client } from '../../../apps/client/client.ts';
import { aStore } from '../../support/actors.ts';
import { blockWith } from '../../support/blocks.ts';
import { compiled } from '../../support/compiled.ts';
import { root, run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const url = process.env.BASE_URL as string;

test('the example in the README places and pays an order', async () => {
  const { key } = await aStore();
  const store = client({ url, key });
  await store.putProduct({ sku: 'TEA-GREEN', name: 'Green tea', price: 7.9, stock: 40 });
  const command = blockWith('README.md', 'node docs/first-order.ts').trim().split(' ');
  const ran = await run(command as [string], { cwd: root, env: { STORE_URL: url, STORE_API_KEY: key } });
  expect(ran).toEqual({ code: 0, stdout: 'Order 1001: paid 15.8 EUR\n', stderr: '' });
  expect((await store.getOrder({ number: '1001' })).balance).toBe(0);
  const read = blockWith('README.md', 'curl').replace(/^export.*$/m, '');
  const { stdout } = await run(['bash', '--norc', '-c', read], { env: { STORE_URL: url, STORE_API_KEY: key } });
  expect(JSON.parse(stdout).payload.orders.number).toBe('1001');
  expect(blockWith('README.md', 'placeOrder')).toBe(readFileSync(join(root, 'docs/first-order.ts'), 'utf8'));
});

test('the example compiles outside the project', async () => {
  const file = join(freshFolder(), 'example.mts');
  writeFileSync(file, blockWith('README.md', 'placeOrder').replace('../apps/', `${root}apps/`));
  expect(await compiled([file])).toBe('');
});

test('bundled for a browser, the client is small, has no dependencies, and works without Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'apps/client/client.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'shop',
    minify: true,
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((input) => !input.includes('apps/client/'))).toEqual([]);
  const text = outputFiles[0]?.text as string;
  const kilobytes = Math.round(Buffer.byteLength(text) / 1000);
  expect(readFileSync(join(root, 'docs/client.md'), 'utf8')).toContain(`about ${kilobytes} KB`);
  const { key } = await aStore();
  const web = { fetch, Headers, URL, URLSearchParams, AbortSignal, crypto, setTimeout, clearTimeout };
  const { shop } = new Function(...Object.keys(web), 'process', 'require', `${text}; return { shop };`)(...Object.values(web));
  expect((await shop.client({ url, key }).getAvailability()).reason).toBe('open');
});
