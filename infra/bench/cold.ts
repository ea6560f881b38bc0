import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle, bytesLoadedAtStart, pack } from '../bundle/bundle.ts';

const rounds = 5;
const processes = 21;
const goals = { limit: 1.15, default: 0.65 };
const folder = mkdtempSync(join(tmpdir(), 'cold-'));

type Medians = { operation: number; bare: number; default: number };

const orders: (keyof Medians)[][] = [
  ['operation', 'bare', 'default'],
  ['default', 'bare', 'operation'],
  ['bare', 'operation', 'default'],
  ['default', 'operation', 'bare'],
  ['operation', 'default', 'bare'],
  ['bare', 'default', 'operation'],
];

/** `npm run bench:cold`: what a cold start spends on loading an operation, against the least and against the usual. */
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

/** As NodejsFunction does, but for the SDK: by default that stays out and is loaded from the runtime, which isn't here. */
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

/** Medians over fresh processes. The files take turns, in all orders, so that what slows the machine meets each of them. */
function measure(files: Record<keyof Medians, string>, times: number): Medians {
  const taken: Record<keyof Medians, number[]> = { operation: [], bare: [], default: [] };
  for (let i = 0; i < times; i++) {
    for (const name of orders[i % orders.length] as (keyof Medians)[]) taken[name].push(load(join(folder, files[name])));
  }
  return { operation: median(taken.operation), bare: median(taken.bare), default: median(taken.default) };
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

/** One round is off by a tenth when the machine does something else; the middle one of some is not. */
function report(measured: Medians[]): number {
  for (const round of measured) {
    line('round', `${round.operation.toFixed(1)}, bare ${round.bare.toFixed(1)}, default ${round.default.toFixed(1)} ms`);
  }
  const limit = median(measured.map(({ operation, bare }) => operation / bare));
  const usual = median(measured.map((round) => round.operation / round.default));
  process.stdout.write(`against the limit: ${limit.toFixed(2)} x\nagainst the default: ${usual.toFixed(2)} x\n`);
  return limit > goals.limit || usual > goals.default ? 1 : 0;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function line(name: string, text: string) {
  process.stdout.write(`${name.padEnd(10)} ${text}\n`);
}
