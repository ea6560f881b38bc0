import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { pathToFileURL } from 'node:url';
import { firstFailure } from './globals.ts';

/** Runs test files, one at a time, against a tree in which one file reads differently. */
export type Order = { test: string; path?: string | undefined; mutated?: string | undefined };
export type Outcome = { failure: string | undefined; seconds: number };

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
  const failure = await firstFailure(() => import(tree + next.test));
  process.env = environment;
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.send?.({ failure: failure === undefined ? undefined : String(failure).slice(0, 500), seconds } satisfies Outcome);
});
