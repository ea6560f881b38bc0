import { readFile } from 'node:fs/promises';
import { parse } from '@swc/core';
import type { Plugin } from 'esbuild';

/** Functions whose first argument is all that a deployed function needs. The rest is for the API document. */
const documenting = { modules: /\/(documented|route)\.ts$/, names: ['field', 'named', 'rule', 'row'] };

type Node = { type?: string; span?: Span; [name: string]: unknown };
type Span = { start: number; end: number };
type Call = { span: Span; callee: { type: string; value: string }; arguments: { expression: { span: Span } }[] };
type Import = { source: { value: string }; specifiers: { local: { value: string } }[] };

/**
 * Leaves descriptions, and whatever else only the API document shows, out of the bundles: `field(schema, 'The price.')` becomes
 * `schema`, and `row(route, documentation)` becomes `row(route)`.
 */
export const undocumented: Plugin = {
  name: 'undocumented',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/.*\.ts$/ }, async ({ path }) => ({ contents: await withoutDocumentation(path), loader: 'ts' }));
  },
};

async function withoutDocumentation(path: string): Promise<string> {
  const source = await readFile(path);
  const { body } = (await parse(source.toString(), { syntax: 'typescript', target: 'es2024' })) as unknown as { body: Node[] };
  const imports = body.filter(({ type }) => type === 'ImportDeclaration') as unknown as Import[];
  const names = imports.flatMap(({ source, specifiers }) =>
    documenting.modules.test(source.value) ? specifiers.map(({ local }) => local.value) : [],
  );
  const wrappers = documenting.names.filter((name) => names.includes(name));
  const removed = new Set<number>();
  const remove = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (source[i] !== newLine) removed.add(i);
  };
  visit(body, ({ span, callee, arguments: [first] }) => {
    if (callee.type !== 'Identifier' || !first || !wrappers.includes(callee.value)) return;
    const { start, end } = first.expression.span;
    const isCallKept = callee.value === 'row';
    if (!isCallKept) remove(span.start - 1, start - 1);
    remove(end - 1, isCallKept ? span.end - 2 : span.end - 1);
  });
  return source.filter((_, i) => !removed.has(i)).toString();
}

/** Spans count bytes from 1. Line breaks stay, so that source maps still fit. */
const newLine = '\n'.charCodeAt(0);

function visit(node: unknown, onCall: (call: Call) => void) {
  if (typeof node !== 'object' || node === null) return;
  if ((node as Node).type === 'CallExpression') onCall(node as unknown as Call);
  for (const inner of Object.values(node)) visit(inner, onCall);
}
