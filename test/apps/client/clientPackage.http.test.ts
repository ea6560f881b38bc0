import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { root, run } from '../../support/run.ts';

const program = `import { client, StoreError } from 'store-platform-client';

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: 40 });
const order = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 2 }] });
const state: 'ready' | 'shipped' | 'delivered' | undefined = order.shipments[0]?.state;
const error = await store.getUser({ id: 'nobody' }).catch((cause: unknown) => cause);
console.log(order.number, state, error instanceof StoreError && error.code);
`;

const typed = `import { client } from 'store-platform-client';

export const paid = async () => (await client({ url: '', key: '' }).getOrder({ number: '1001' })).paid.toFixed(2);
`;
const commonJs = `const { client, StoreError } = require('store-platform-client');

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
store.getUser({ id: 'nobody' }).catch((error) => console.log(error instanceof StoreError && error.code));
`;

test('the package compiles in a strict project, loads as both kinds of module, and has no dependencies at run time', async () => {
  const project = mkdtempSync(join(tmpdir(), 'project-'));
  const [installed, zod] = [join(project, 'node_modules/store-platform-client'), join(project, 'node_modules/zod')];
  const built = await run([process.execPath, 'infra/commands/clientPackage.ts', '--to', installed]);
  expect(built).toMatchObject({ code: 0, stderr: '' });
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), zod);
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
    outDir: '.',
  };
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts', 'typed.cts', 'env.d.ts'] }),
  );
  writeFileSync(join(project, 'env.d.ts'), 'declare const process: { env: Record<string, string | undefined> };');
  writeFileSync(join(project, 'program.ts'), program);
  writeFileSync(join(project, 'typed.cts'), typed);
  writeFileSync(join(project, 'common.cjs'), commonJs);
  expect((await run([join(root, 'node_modules/.bin/tsc'), '-p', project])).stdout).toBe('');
  rmSync(zod);
  const { key } = await aStore();
  const env = { STORE_URL: process.env.BASE_URL, STORE_API_KEY: key };
  const ran = await run([process.execPath, 'program.js'], { cwd: project, env });
  expect(ran).toEqual({ code: 0, stdout: '1001 ready not_found\n', stderr: '' });
  const required = await run([process.execPath, 'common.cjs'], { cwd: project, env });
  expect(required).toEqual({ code: 0, stdout: 'not_found\n', stderr: '' });
});

test('the package replaces an earlier one, but no other files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  const build = (...args: string[]) => run([process.execPath, 'infra/commands/clientPackage.ts', ...args]);
  expect((await build('--to', folder)).code).toBe(0);
  writeFileSync(join(folder, '.npmrc'), 'save-exact=true');
  expect((await build('--to', folder)).code).toBe(0);
  expect(readdirSync(folder)).toContain('.npmrc');
  writeFileSync(join(folder, 'package.json'), '{"name":"other"}');
  const stderr = `${folder} contains other files. Choose a new or empty folder with --to.\n`;
  expect(await build('--to', folder)).toEqual({ code: 1, stdout: '', stderr });
  expect(readdirSync(folder)).toContain('client.js');
  expect(await build('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--to FOLDER') });
  expect((await build(folder)).code).toBe(1);
});
