import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { routes } from '../../lib/routes.ts';
import { referenceFiles } from '../reference/files.ts';

const root = resolve(import.meta.dirname, '../..');

/** Where esbuild is told that all goes: names hold a hash of the source map's paths, and must be the same wherever it runs. */
const place = join(root, 'dist/functions');

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  outdir: place,
  legalComments: 'none',
  logLimit: 5,
  write: false,
} satisfies BuildOptions;

/** The handlers that are in no row. */
const others = ['unmatched', 'reference', 'webhook/deliver', 'webhook/sweep'];

/** Variables that are settled for good here: no environment can make a deployment call its own network. */
const settled = { WEBHOOK_ALLOW_LOCAL: '0', AWS_TIMEOUT_FACTOR: '1' };

export type Settled = typeof settled;

/** Bundles every handler into the one asset that all functions share. */
export async function bundle(outdir: string, given: Partial<Settled> = {}) {
  const files = [...routes.map(({ caller, id }) => `${caller}/${id}`), ...others];
  const entries = Object.fromEntries(files.map((file) => [file, `functions/${file}.ts`]));
  const { metafile, sources } = await pack(entries, outdir, given);
  await Promise.all([...(await referenceFiles())].map(([name, text]) => put(`reference/${name}`, outdir, Buffer.from(text))));
  const by = <T>(value: (file: string) => T) => Object.fromEntries(files.map((file) => [basename(file), value(file)]));
  return { handlers: by((file) => `${file}.handler`), sources: by((file) => sources.get(file) as string[]), metafile };
}

/**
 * Writes one module for each entry, and what they share of the SDK in chunks; source maps go to a folder beside. In two
 * steps, since esbuild splits whole files only: a file of ours that handlers shared would bring to each what any needs.
 */
export async function pack(entries: Record<string, string>, outdir: string, given: Partial<Settled> = {}) {
  const { code, sources } = await shake(entries, { ...settled, ...given });
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.keys(entries).map((out) => ({ in: `own:${out}`, out })),
    plugins: [held(code)],
    alias: { '@aws-sdk/credential-provider-node': './infra/bundle/lambdaCredentials.ts' },
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
  });
  for (const folder of [outdir, sourcemapsOf(outdir)]) await rm(folder, { recursive: true, force: true });
  await Promise.all(outputFiles.map(({ path, contents }) => put(relative(place, path), outdir, contents)));
  return { metafile, sources };
}

/** Each entry with its own copy of just what it needs, but for the SDK. */
async function shake(entries: Record<string, string>, values: Settled) {
  const entryPoints = Object.entries(entries).map(([out, path]) => ({ in: path, out }));
  const settings: BuildOptions = { external: ['@aws-sdk/*'], sourcemap: 'inline' };
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
  );
  const { outputFiles, metafile } = await build({ ...options, ...settings, define, write: false, metafile: true, entryPoints });
  const nameOf = (path: string) => relative(place, path).slice(0, -'.js'.length);
  const outputs = Object.entries(metafile.outputs).map(([path, { inputs }]) => {
    const used = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
    return [nameOf(join(root, path)), used] as const;
  });
  return { code: new Map(outputFiles.map(({ path, text }) => [nameOf(path), text])), sources: new Map(outputs) };
}

/** Lets esbuild read what the first step made, which is in no file. */
const held = (code: Map<string, string>): Plugin => ({
  name: 'held',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^own:/ }, ({ path }) => ({ path: path.slice('own:'.length), namespace: 'own' }));
    onLoad({ filter: /.*/, namespace: 'own' }, ({ path }) => ({ contents: code.get(path) as string, resolveDir: root }));
  },
});

async function put(file: string, outdir: string, contents: Uint8Array) {
  const path = join(file.endsWith('.map') ? sourcemapsOf(outdir) : outdir, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}

export const sourcemapsOf = (outdir: string) => `${outdir}.sourcemaps`;

/** The size of what is read and compiled before the first request: the entry and all that it imports, however far. */
export function bytesLoadedAtStart({ outputs }: Metafile, handler: string): number {
  const entry = `own:${handler.replace(/\.handler$/, '')}`;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === entry));
  for (const path of loaded) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) loaded.add(imported);
    }
  }
  return [...loaded].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}
