import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Leaves the schemas of answers out of what is deployed. They are for the types, the API document and the tests; no handler
 * reads one, and building them would take more of a cold start than all else in our own code.
 */
export const withoutAnswers: Plugin = {
  name: 'withoutAnswers',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { loader: 'ts', contents: withPureSchemas(path.endsWith('/routes.ts') ? withoutPayloads(source) : source) };
    });
  },
};

/** Keeps the lines where they are, for the source maps. */
export function withoutPayloads(rows: string): string {
  const rest = rows.replace(/^ {4}payload: [\s\S]*?,\n(?= {4}\w| {2}\})/gm, (row) => row.replace(/.*/g, ''));
  if (/\bpayload:/.test(rest))
    throw new Error('a row has its payload where infra/bundle/withoutAnswers.ts does not look for it');
  return rest;
}

/** What zod says of its functions, that a result nobody uses need not be made, esbuild hears in the same file only. */
const withPureSchemas = (source: string) => source.replace(/(?<![\w.])z\.(?!\w*parse)(?=\w+\()/gi, '/* @__PURE__ */ $&');
