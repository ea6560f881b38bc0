import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { CommandError } from '../../apps/ops/commandError.ts';
import { openApiDocument } from '../../apps/reference/openapi/document.ts';
import { clientTypes } from './clientTypes.ts';
import { main } from './main.ts';

const help = `Builds the typed client as an npm package, in dist/client.

  npm run client
`;

const name = 'store-platform-client';
const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const manifest = {
  name,
  version,
  description: 'A typed client for the store platform.',
  type: 'module',
  sideEffects: false,
  main: './require/client.js',
  types: './types/apps/client/client.d.ts',
  exports: {
    '.': {
      import: { types: './types/apps/client/client.d.ts', default: './client.js' },
      require: { types: './require/types/apps/client/client.d.ts', default: './require/client.js' },
    },
  },
  engines: { node: '>=20' },
};

async function buildPackage(): Promise<void> {
  const folder = join(root, 'dist/client');
  const types = typeDeclarations();
  rmSync(folder, { recursive: true, force: true });
  await writeModule(folder, types, 'esm');
  await writeModule(join(folder, 'require'), types, 'cjs');
  write(join(folder, 'require/package.json'), { type: 'commonjs' });
  write(join(folder, 'README.md'), readme);
  write(join(folder, 'package.json'), manifest);
}

/** Writes the code and its types as one kind of module. TypeScript infers the kind of a declaration file from its folder. */
async function writeModule(folder: string, types: Map<string, string>, format: 'esm' | 'cjs'): Promise<void> {
  const entryPoints = [join(root, 'apps/client/client.ts')];
  const outfile = join(folder, 'client.js');
  await build({ entryPoints, outfile, bundle: true, platform: 'browser', format, target: 'es2022' });
  for (const [file, text] of types) write(join(folder, 'types', file), text);
}

const readme = `# ${name}

A typed client for the store platform. It needs Node 20 or newer, and works with \`import\` and \`require\`.

\`\`\`js
import { client } from '${name}';

const store = client({ url: process.env.STORE_URL, key: process.env.STORE_API_KEY });
const order = await store.getOrder({ number: '1001' });
\`\`\`

Keep keys on your server. Anyone with a management key can change the whole store within the key's scopes, so never put one into
a web page or an app. The service sends no CORS headers, so pages of other origins cannot call it.
`;

/** The client's type declarations, and those that they import, by their path. None of them needs another package. */
function typeDeclarations(): Map<string, string> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  using folder = mkdtempDisposableSync(join(root, 'dist/types-'));
  const project = folder.path;
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'out', rootDir: '../..' };
  const config = { extends: '../../tsconfig.json', compilerOptions, files: ['../../apps/client/client.ts'], include: [] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
  if (status !== 0) throw new CommandError(`The client does not compile, so dist/client stays as it was.\n${stdout}`);
  const out = join(project, 'out');
  writeFileSync(join(out, 'apps/client/types.d.ts'), clientTypes(openApiDocument()));
  return new Map([...importedFrom(join(out, 'apps/client/client.d.ts'))].map(([file, text]) => [relative(out, file), text]));
}

function importedFrom(file: string, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file)) return texts;
  const text = readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'");
  texts.set(file, text);
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+)\.js'/g))
    importedFrom(resolve(dirname(file), `${path}.d.ts`), texts);
  return texts;
}

function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

await main(help, {}, buildPackage);
