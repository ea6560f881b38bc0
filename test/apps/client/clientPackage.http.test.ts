import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { compiled } from '../../support/compiled.ts';
import { root, run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const program = `import { client, StoreError } from 'store-platform-client';

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: 40 });
const order = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 2 }] });
const state: 'ready' | 'shipped' | 'delivered' | undefined = order.shipments[0]?.state;
const error = await store.getUser({ id: 'nobody' }).catch((cause: unknown) => cause);
console.log(order.number, state, error instanceof StoreError && error.code);
`;

const typed = `import { client, type Order, type PlaceOrderFields } from 'store-platform-client';

export const paid = async () => (await client({ url: '', key: '' }).getOrder({ number: '1001' })).paid.toFixed(2);
export const total = ({ total }: Order): number => total;
export const fields: PlaceOrderFields = { lines: [{ sku: 'TEA', quantity: 1 }] };
// @ts-expect-error: a user has no version
export const wrong = () => client({ url: '', key: '' }).updateUser({ id: '', active: true }, { version: 1 });
`;
const commonJs = `const { client, StoreError } = require('store-platform-client');

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
store.getUser({ id: 'nobody' }).catch((error) => console.log(error instanceof StoreError && error.code));
`;

const sameTypes = `import type * as source from '${root}apps/client/client.ts';
import type { PlatformClient, StoreClient } from 'store-platform-client';

type Results<C> = { [Id in keyof C]: C[Id] extends (...given: never[]) => infer R ? R : never };
declare const store: source.StoreClient, platform: source.PlatformClient;
declare const results: Results<StoreClient & PlatformClient>;
export const clients: [StoreClient, PlatformClient] = [store, platform];
export const same: Results<source.StoreClient & source.PlatformClient> = results;
`;

const folder = join(root, 'dist/client');

beforeAll(async () => {
  expect(await run([process.execPath, 'infra/commands/clientPackage.ts'])).toMatchObject({ code: 0, stderr: '' });
});

test('the package compiles with TypeScript 5.0, loads as both kinds of module, and has no dependencies', async () => {
  const project = freshFolder();
  const [packed = ''] = (await run(['npm', 'pack', '--silent', folder], { cwd: project })).stdout.trim().split('\n');
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const install = await run(['npm', 'install', '--silent', packed, 'typescript@5.0.4'], { cwd: project });
  expect(install).toMatchObject({ code: 0 });
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'store-platform-client',
    'typescript',
  ]);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    outDir: '.',
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts', 'typed.cts', 'env.d.ts'] }),
  );
  writeFileSync(join(project, 'env.d.ts'), 'declare const process: { env: Record<string, string | undefined> };');
  writeFileSync(join(project, 'program.ts'), program);
  writeFileSync(join(project, 'typed.cts'), typed);
  writeFileSync(join(project, 'common.cjs'), commonJs);
  expect((await run(['node_modules/.bin/tsc', '-p', '.'], { cwd: project })).stdout).toBe('');
  const { key } = await aStore();
  const env = { STORE_URL: process.env.BASE_URL, STORE_API_KEY: key };
  const ran = await run([process.execPath, 'program.js'], { cwd: project, env });
  expect(ran).toEqual({ code: 0, stdout: '1001 ready not_found\n', stderr: '' });
  const required = await run([process.execPath, 'common.cjs'], { cwd: project, env });
  expect(required).toEqual({ code: 0, stdout: 'not_found\n', stderr: '' });
});

test('the types of the package fit those of the source', async () => {
  const project = freshFolder();
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(folder, join(project, 'node_modules/store-platform-client'));
  writeFileSync(join(project, 'same.mts'), sameTypes);
  expect(await compiled([join(project, 'same.mts')])).toBe('');
});
