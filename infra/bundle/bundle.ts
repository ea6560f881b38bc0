import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { consoleFiles } from '../../apps/console/files.ts';
import { siteFiles } from '../../apps/reference/site/files.ts';
import { routes } from '../../lib/routes.ts';
import { builtins } from './builtins.ts';
import { leanSdk } from './leanSdk.ts';
import { undocumented } from './undocumented.ts';
import { warmed, warmUp } from './warmed.ts';

const root = resolve(import.meta.dirname, '../..');

/** esbuild hashes output paths into the names of chunks. A fixed folder gives the same names wherever the files are written. */
const nominalFolder = join(root, 'dist/functions');

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  outdir: nominalFolder,
  legalComments: 'none',
  logLimit: 5,
  write: false,
} satisfies BuildOptions;

/** The handlers without a route. */
const unroutedHandlers = ['unmatched', 'site', 'health', 'webhook/deliver', 'webhook/follow', 'webhook/sweep'];

/** Environment variables fixed at build time, so that no setting can make a deployment call its own network. */
const constants = { WEBHOOK_ALLOW_LOCAL: '0', AWS_TIMEOUT_FACTOR: '1', QUEUE_BATCH: '10' };

export type BuildConstants = typeof constants;

/**
 * Bundles every handler into the asset that all functions share, except `site`: it has its own asset with its pages, so that a
 * changed guide changes no other function.
 */
export async function bundle(outdir: string, overrides: Partial<BuildConstants> = {}) {
  const files = [...routes.map(({ caller, id }) => `${caller}/${id}`), ...unroutedHandlers];
  const entries = Object.fromEntries(files.map((file) => [file, warmed.has(file) ? `warmed:${file}` : `functions/${file}.ts`]));
  const { unmatched = '', site = '', ...others } = entries;
  const sourcemaps = sourcemapsOf(outdir);
  const siteAsset = `${outdir}.site`;
  for (const folder of [outdir, siteAsset, sourcemaps]) await rm(folder, { recursive: true, force: true });
  const packed = [
    await pack(others, outdir, { overrides }),
    // Bundled separately, because its part of the SDK would otherwise end up in everyone's chunks.
    await pack({ unmatched }, outdir, { overrides, sdk: 'whole' }),
    await pack({ site }, siteAsset, { overrides, sourcemaps }),
  ];
  const pages = [...(await siteFiles()), ...(await consoleFiles())];
  await Promise.all(pages.map(([name, text]) => writeOutput(join(siteAsset, 'site', name), Buffer.from(text))));
  const sources = new Map(packed.flatMap((one) => [...one.sources]));
  const byName = <T>(value: (file: string) => T) => Object.fromEntries(files.map((file) => [basename(file), value(file)]));
  return {
    handlers: byName((file) => `${file}.handler`),
    sources: byName((file) => sources.get(file) as string[]),
    metafile: { outputs: Object.assign({}, ...packed.map(({ metafile }) => metafile.outputs)) as Metafile['outputs'] },
    siteAsset,
  };
}

type PackOptions = { overrides?: Partial<BuildConstants>; sdk?: 'lean' | 'whole'; sourcemaps?: string };

/**
 * Writes one module per entry, with shared chunks for the SDK only. esbuild splits by whole files: one of our files in a shared
 * chunk would make every handler load what any one of them needs. So the first step gives each entry its own copy of our code.
 */
export async function pack(
  entries: Record<string, string>,
  outdir: string,
  { overrides = {}, sdk = 'lean', sourcemaps = sourcemapsOf(outdir) }: PackOptions = {},
) {
  const { code, sources } = await bundleOwnCode(entries, { ...constants, ...overrides });
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.keys(entries).map((out) => ({ in: `own:${out}`, out })),
    plugins: [readFromMemory(code), builtins, ...(sdk === 'lean' ? [leanSdk()] : [])],
    alias: { '@aws-sdk/credential-provider-node': './infra/bundle/lambdaCredentials.ts' },
    outExtension: { '.js': '.mjs' },
    splitting: true,
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    metafile: true,
  });
  await Promise.all(
    outputFiles.map(({ path, contents }) =>
      writeOutput(join(path.endsWith('.map') ? sourcemaps : outdir, relative(nominalFolder, path)), contents),
    ),
  );
  return { metafile, sources };
}

/** Bundles each entry with our own code that it needs, and leaves the SDK out. */
async function bundleOwnCode(entries: Record<string, string>, values: BuildConstants) {
  const entryPoints = Object.entries(entries).map(([out, path]) => ({ in: path, out }));
  const settings: BuildOptions = { plugins: [builtins, undocumented, warmUp], external: ['@aws-sdk/*'], sourcemap: 'inline' };
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
  );
  const { outputFiles, metafile } = await build({ ...options, ...settings, define, write: false, metafile: true, entryPoints });
  const entryOf = (path: string) => relative(nominalFolder, path).slice(0, -'.js'.length);
  const sources = Object.entries(metafile.outputs).map(([path, { inputs }]) => {
    const used = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
    return [entryOf(join(root, path)), used] as const;
  });
  return { code: new Map(outputFiles.map(({ path, text }) => [entryOf(path), text])), sources: new Map(sources) };
}

/** Lets the second step read what the first one built. */
const readFromMemory = (code: Map<string, string>): Plugin => ({
  name: 'read-from-memory',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^own:/ }, ({ path }) => ({ path: path.slice('own:'.length), namespace: 'own' }));
    onLoad({ filter: /.*/, namespace: 'own' }, ({ path }) => ({ contents: code.get(path) as string, resolveDir: root }));
  },
});

async function writeOutput(path: string, contents: Uint8Array) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}

/** Source maps are kept out of the asset. */
export const sourcemapsOf = (outdir: string) => `${outdir}.sourcemaps`;

/** The bytes that a cold start reads: the handler's module and everything it imports, directly or not. */
export function bytesLoadedAtStart({ outputs }: Pick<Metafile, 'outputs'>, handler: string): number {
  const entry = `own:${handler.replace(/\.handler$/, '')}`;
  const loaded = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === entry));
  for (const path of loaded) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) loaded.add(imported);
    }
  }
  return [...loaded].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}
