import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/** `npm run client -- FOLDER`: builds the client as an npm package, in dist/client by default. */
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'dist/client'));
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const entryPoints = [join(root, 'lib/client/client.ts')];
await build({
  entryPoints,
  outfile: join(folder, 'client.js'),
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
});
writeTypes();
write('package.json', {
  name: 'store-platform-client',
  version,
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './types/client/client.d.ts', default: './client.js' } },
  // Only the types need zod; the code does not load it.
  peerDependencies: { zod: `^${dependencies.zod}` },
});

/** Writes the client's type declarations and those that they import. */
function writeTypes(): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const project = mkdtempSync(join(root, 'dist/types-'));
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'out', rootDir: '../../lib' };
  const config = { extends: '../../tsconfig.json', compilerOptions, files: ['../../lib/client/client.ts'], include: [] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  const out = join(project, 'out');
  for (const [file, text] of importedFrom(join(out, 'client/client.d.ts'))) write(join('types', relative(out, file)), text);
  rmSync(project, { recursive: true });
}

function importedFrom(file: string, texts = new Map<string, string>()): Map<string, string> {
  if (texts.has(file)) return texts;
  const text = readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'");
  texts.set(file, text);
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+)\.js'/g))
    importedFrom(resolve(dirname(file), `${path}.d.ts`), texts);
  return texts;
}

function write(path: string, content: unknown): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
