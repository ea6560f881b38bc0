import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { pathToFileURL } from 'node:url';
import { firstFailure } from './globals.ts';

/** Runs test files, one at a time, against a tree in which one file reads differently. */
export type Order = { test: string; path?: string; mutated?: string; cover?: boolean };
export type Outcome = { failure: string | undefined; seconds: number; ranges?: Record<string, Ranges> };
/** Where a range of code begins and ends, and whether it was executed; the innermost counts. */
export type Ranges = [start: number, end: number, executed: 0 | 1][];

const tree = `${pathToFileURL(process.argv[2] as string).href}/`;
const globals = new URL('./globals.ts', import.meta.url).href;
const stripped = new Map<string, string>();
let run = 0;
let order: Order = { test: '' };

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
    const found = next(specifier, context);
    // Another URL makes another module, so each run loads the tree afresh.
    return isOurs(found.url) ? { ...found, url: `${found.url.split('?')[0]}?run=${run}` } : found;
  },
  load(url, context, next) {
    const [address = ''] = url.split('?');
    if (!isOurs(url) || !address.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: sourceOf(address), shortCircuit: true };
  },
});

const isOurs = (url: string) => url.startsWith(tree) && !url.includes('/node_modules/');

function sourceOf(address: string): string {
  if (address === tree + order.path) return stripTypeScriptTypes(order.mutated as string);
  const source = stripped.get(address) ?? stripTypeScriptTypes(readFileSync(new URL(address), 'utf8'));
  stripped.set(address, source);
  return source;
}

// A change that drops an await leaves rejections behind that nobody handles.
process.on('unhandledRejection', () => {});
process.on('message', async (next: Order) => {
  order = next;
  run += 1;
  const environment = { ...process.env };
  const started = performance.now();
  const load = () => import(tree + next.test);
  const { failure, ranges } = next.cover ? await covered(load) : { failure: await firstFailure(load), ranges: {} };
  process.env = environment;
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const outcome: Outcome = { failure: failure === undefined ? undefined : String(failure).slice(0, 500), seconds, ranges };
  process.send?.(outcome);
});

/** Which code of lib/ the tests execute. Stripping types keeps every place in a file. */
async function covered(load: () => Promise<unknown>) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const failure = await firstFailure(load);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const own = result.filter(({ url }) => url.startsWith(`${tree}lib/`) && url.endsWith(`?run=${run}`));
  const ranges = own.map(({ url, functions }): [string, Ranges] => [
    url.slice(tree.length).replace(/\?.*/, ''),
    functions.flatMap((each) =>
      each.ranges.map(({ startOffset, endOffset, count }): Ranges[number] => [startOffset, endOffset, count > 0 ? 1 : 0]),
    ),
  ]);
  return { failure, ranges: Object.fromEntries(ranges) };
}
