import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, bytesLoadedAtStart, pack } from '../bundle/bundle.ts';

const rounds = 5;
const processes = 21;
/** The highest ratios of load times that pass. */
const goals = { bare: 1.15, default: 0.65 };
const folder = mkdtempSync(join(tmpdir(), 'cold-'));

type Medians = { operation: number; bare: number; default: number };

const permutations: (keyof Medians)[][] = [
  ['operation', 'bare', 'default'],
  ['default', 'bare', 'operation'],
  ['bare', 'operation', 'default'],
  ['default', 'operation', 'bare'],
  ['operation', 'default', 'bare'],
  ['bare', 'default', 'operation'],
];

/** `npm run bench:cold`: how long an operation takes to load, compared with a bare handler and with a default bundle. */
try {
  const files = await prepare();
  measure(files, 1);
  const measured = Array.from({ length: rounds }, () => measure(files, processes));
  process.exitCode = report(measured);
} finally {
  rmSync(folder, { recursive: true });
}

async function prepare() {
  const { handlers, metafile } = await bundle(join(folder, 'service'));
  const handler = handlers.getTenant as string;
  const { metafile: bare } = await pack({ bare: 'infra/bench/bare.ts' }, join(folder, 'bare'));
  const bytes = { operation: bytesLoadedAtStart(metafile, handler), bare: bytesLoadedAtStart(bare, 'bare') };
  for (const [name, size] of Object.entries({ ...bytes, default: await packByDefault() })) line(name, `${size} bytes`);
  return {
    operation: `service/${handler.replace(/\.handler$/, '.mjs')}`,
    bare: 'bare/bare.mjs',
    default: 'default/index.js',
  };
}

/** Bundles like NodejsFunction, except that the SDK is included: Lambda's runtime would provide it, but it is missing here. */
async function packByDefault(): Promise<number> {
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

/** Medians over fresh processes. The files alternate in every order, so that a slow machine affects all of them alike. */
function measure(files: Record<keyof Medians, string>, count: number): Medians {
  const times: Record<keyof Medians, number[]> = { operation: [], bare: [], default: [] };
  for (let i = 0; i < count; i++) {
    for (const name of permutations[i % permutations.length] as (keyof Medians)[]) {
      times[name].push(loadTime(join(folder, files[name])));
    }
  }
  return { operation: median(times.operation), bare: median(times.bare), default: median(times.default) };
}

/** Loads a file in a fresh process, as Lambda would, and returns the milliseconds. */
function loadTime(file: string): number {
  const script = `
    const require = process.getBuiltinModule('module').createRequire('/');
    const start = performance.now();
    ${file.endsWith('.mjs') ? `await import('${file}')` : `require('${file}')`};
    console.log(performance.now() - start);`;
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
  return Number(execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], { env }));
}

/** Takes the median over the rounds, because other work on the machine can shift one round by a tenth. */
function report(measured: Medians[]): number {
  for (const round of measured) {
    line('round', `${round.operation.toFixed(1)}, bare ${round.bare.toFixed(1)}, default ${round.default.toFixed(1)} ms`);
  }
  const toBare = median(measured.map((round) => round.operation / round.bare));
  const toDefault = median(measured.map((round) => round.operation / round.default));
  process.stdout.write(`operation / bare: ${toBare.toFixed(2)}, at most ${goals.bare}\n`);
  process.stdout.write(`operation / default: ${toDefault.toFixed(2)}, at most ${goals.default}\n`);
  return toBare > goals.bare || toDefault > goals.default ? 1 : 0;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function line(name: string, text: string) {
  process.stdout.write(`${name.padEnd(10)} ${text}\n`);
}
