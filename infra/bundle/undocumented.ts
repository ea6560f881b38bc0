import { readFile } from 'node:fs/promises';
import { parse } from '@swc/core';
import type { Plugin } from 'esbuild';
import type { Route, ServedRoute } from '../../lib/api/route.ts';

/** Deployed functions need only what these functions wrap. The rest is for the API document. */
const wrappers = ['field', 'named', 'rule'];

/** Where the wrappers, and the function that makes a route, come from. */
const modules = /\/(documented|route)\.ts$/;

/** The properties of a route that its function does not need. */
const undeployed: Record<Exclude<keyof Route, keyof ServedRoute>, true> = {
  summary: true,
  description: true,
  place: true,
  parameters: true,
  payload: true,
  returns: true,
  creates: true,
  errors: true,
  access: true,
};

/** Leaves out of the bundles what only the API document shows. `field(schema, 'The price.')` becomes `schema`. */
export const undocumented: Plugin = {
  name: 'undocumented',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/.*\.ts$/ }, async ({ path }) => ({ contents: await withoutDocumentation(path), loader: 'ts' }));
  },
};

type Span = { start: number; end: number };
type Property = { key?: { value: string; span: Span } };
type Expression = { span: Span; properties?: Property[] };
type Call = { span: Span; callee: { type: string; value: string }; arguments: { expression: Expression }[] };
type Import = { type: string; source: { value: string }; specifiers: { local: { value: string } }[] };

async function withoutDocumentation(path: string): Promise<string> {
  const source = await readFile(path);
  const { body } = await parse(source.toString(), { syntax: 'typescript', target: 'es2024' });
  const imported = (body as unknown as Import[]).flatMap(({ type, source, specifiers }) =>
    type === 'ImportDeclaration' && modules.test(source.value) ? specifiers.map(({ local }) => local.value) : [],
  );
  const removed = callsIn(body).flatMap(({ span, callee, arguments: [first] }): Span[] => {
    if (callee.type !== 'Identifier' || !first || !imported.includes(callee.value)) return [];
    const { expression } = first;
    if (callee.value === 'defineRoute') return undeployedIn(expression);
    return wrappers.includes(callee.value)
      ? [
          { ...span, end: expression.span.start },
          { ...span, start: expression.span.end },
        ]
      : [];
  });
  return without(source, removed);
}

function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(callsIn);
  return 'type' in node && node.type === 'CallExpression' ? [node as unknown as Call, ...inner] : inner;
}

/** The properties to remove, each up to the next one. */
const undeployedIn = ({ span, properties = [] }: Expression): Span[] =>
  properties.flatMap(({ key }, i) => {
    if (!key || !(key.value in undeployed)) return [];
    const next = properties[i + 1];
    // The parser gives other properties no place, so what follows would be cut too.
    if (next && !next.key) throw new Error(`A route needs its property after ${key.value} in full: name: value.`);
    return [{ start: key.span.start, end: next?.key?.span.start ?? span.end - 1 }];
  });

/** Spans count bytes from 1. Line breaks stay, so that source maps still fit. */
function without(source: Buffer, removed: Span[]): string {
  const kept = Uint8Array.from(source, () => 1);
  for (const { start, end } of removed) kept.fill(0, start - 1, end - 1);
  return source.filter((byte, i) => kept[i] || byte === newLine).toString();
}

const newLine = '\n'.charCodeAt(0);
