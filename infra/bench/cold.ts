import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, bytesLoadedAtStart, pack } from '../bundle.ts';

const runs = 21;
const goals = { limit: 1.15, default: 0.65 };

const folder = mkdtempSync(join(tmpdir(), 'cold-'));
try {
  process.exitCode = await compare();
} finally {
  rmSync(folder, { recursive: true });
}

/** `npm run bench:cold`: what a cold start spends on loading an operation, as ratios within one run. */
async function compare() {
  const { handlers, metafile } = await bundle(join(folder, 'service'));
  const handler = handlers.getTenant as string;
  const { metafile: bare } = await pack({ bare: 'infra/bench/bare.ts' }, join(folder, 'bare'));
  const bytes = await packByDefault();
  const medians = measure({
    operation: `service/${handler.replace(/\.handler$/, '.mjs')}`,
    bare: 'bare/bare.mjs',
    default: 'default/index.js',
  });
  report('getTenant', medians.operation, bytesLoadedAtStart(metafile, handler));
  report('bare, bundled the same way', medians.bare, bytesLoadedAtStart(bare, 'bare'));
  report('bare, as CDK bundles by default', medians.default, bytes);
  const ratios = { limit: medians.operation / medians.bare, default: medians.operation / medians.default };
  process.stdout.write(`against the limit: ${ratios.limit.toFixed(2)} x\n`);
  process.stdout.write(`against the default: ${ratios.default.toFixed(2)} x\n`);
  return Number(ratios.limit > goals.limit || ratios.default > goals.default);
}

/** As NodejsFunction does, but for the SDK: that one stays out by default and is loaded from the runtime, which isn't here. */
async function packByDefault() {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'bare.ts')],
    outfile: join(folder, 'default/index.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    metafile: true,
  });
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The files take turns, so that a slow spell of the machine meets all of them. */
function measure<Name extends string>(files: Record<Name, string>): Record<Name, number> {
  const names = Object.keys(files) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let run = -1; run < runs; run++) {
    for (const name of names) {
      const time = load(join(folder, files[name]));
      if (run >= 0) times[name].push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

/** Loads a file in a fresh process, as Lambda does with one of its kind, and tells how many milliseconds that took. */
function load(file: string): number {
  const script = `
    const require = process.getBuiltinModule('module').createRequire('/');
    const start = performance.now();
    ${file.endsWith('.mjs') ? `await import('${file}')` : `require('${file}')`};
    console.log(performance.now() - start);`;
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
  return Number(execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], { env }));
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] as number;
}

function report(name: string, time: number, bytes: number) {
  process.stdout.write(`${name.padEnd(32)} ${time.toFixed(1).padStart(5)} ms  ${(bytes / 1000).toFixed(0).padStart(5)} KB\n`);
}
