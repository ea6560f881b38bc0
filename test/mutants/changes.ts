import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** One small, wrong change of one file. */
export type Change = {
  id: string;
  path: string;
  line: number;
  text: string;
  kind: string;
  from: string;
  to: string;
  /** Where it begins, in characters. For a constant of the file, where it is used. */
  at: number[];
  mutated: string;
};

type Node = { type: string; span: { start: number; end: number } } & Record<string, unknown>;
type Edit = { kind: string; start: number; end: number; to: string };
type Code = { bytes: Buffer; base: number };

/** Every change that we know how to make to this file, in the order of its text. */
export function changesOf(root: string, path: string): Change[] {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  // The empty statement makes the module begin with the file, even if a comment comes first.
  const module = parseSync(`;${text}`, { syntax: 'typescript', target: 'es2024' }) as unknown as Node;
  const code = { bytes: Buffer.from(text), base: module.span.start + 1 };
  const constants = constantsIn(module, code);
  const withoutComments = text.replace(/\/\*.*?\*\/|^ *\/\/.*?$/gms, (comment) => ' '.repeat(comment.length));
  const edits = [...editsIn(code, module)].sort((a, b) => a.start - b.start || a.kind.localeCompare(b.kind));
  const seen = new Map<string, number>();
  return edits.map((edit) => {
    const before = code.bytes.subarray(0, edit.start).toString();
    const after = code.bytes.subarray(edit.end).toString();
    const from = code.bytes.subarray(edit.start, edit.end).toString();
    const line = before.split('\n').length;
    const own = text.split('\n')[line - 1]?.trim() ?? '';
    const name = [path, own, edit.kind, from, edit.to].join('\n');
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    const id = createHash('sha256').update(`${name}\n${nth}`).digest('hex').slice(0, 10);
    return {
      id,
      path,
      line,
      text: own,
      kind: edit.kind,
      from,
      to: edit.to,
      at: [...new Set(placesOf(before.length, constants, withoutComments))],
      mutated: before + edit.to + after,
    };
  });
}

type Constant = { name: string; start: number; end: number };

/** The values that only this file uses, from its top level. Functions are not among them. */
function constantsIn(module: Node, code: Code): Constant[] {
  const charactersTo = (bytes: number) => code.bytes.subarray(0, bytes).toString().length;
  const body = module.body as Node[];
  const declarations = body.flatMap((node) => (node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : []));
  return declarations.flatMap((node) => {
    const [id, init] = [node.id as Node, node.init as Node | undefined];
    if (id.type !== 'Identifier' || /Function/.test(init?.type ?? 'Function')) return [];
    const { start, end } = at(node, code);
    return [{ name: id.value as string, start: charactersTo(start), end: charactersTo(end) }];
  });
}

/** Every test that imports a file executes its constants, so what matters is where they are used. */
function placesOf(place: number, constants: Constant[], text: string, seen: Constant[] = []): number[] {
  const constant = constants.find(({ start, end }) => start <= place && place < end);
  if (!constant) return [place];
  if (seen.includes(constant)) return [];
  const uses = [...text.matchAll(new RegExp(`\\b${constant.name}\\b`, 'g'))].map(({ index }) => index);
  const others = uses.filter((use) => use < constant.start || use >= constant.end);
  return others.flatMap((use) => placesOf(use, constants, text, [...seen, constant]));
}

function* editsIn(code: Code, node: Node): Generator<Edit> {
  if (node.type.startsWith('Ts') && !['TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression'].includes(node.type))
    return;
  if (node.type === 'ImportDeclaration') return;
  const make = makers[node.type];
  if (make) yield* make(node, code);
  for (const child of Object.values(node).flat().flatMap(nodesIn)) yield* editsIn(code, child);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'span' in value;

/** Some lists of the tree wrap their nodes, like the arguments of a call. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && isNode(value)) return [value];
  return Object.values(value).flatMap((inner) => (isNode(inner) && 'type' in inner ? [inner] : []));
}

const at = ({ span }: Node, { base }: Code) => ({ start: span.start - base, end: span.end - base });
const textOf = (node: Node, code: Code) => {
  const { start, end } = at(node, code);
  return code.bytes.subarray(start, end).toString();
};
const instead = (kind: string, node: Node, code: Code, to: string): Edit => ({ kind, ...at(node, code), to });

const others: Record<string, string[]> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
};

/** Calls whose result can stand without them. */
const dispensable = [
  'catch',
  'check',
  'filter',
  'replace',
  'slice',
  'sort',
  'toLowerCase',
  'toUpperCase',
  'toWellFormed',
  'trim',
];

const makers: Record<string, (node: Node, code: Code) => Generator<Edit>> = {
  *BinaryExpression(node, code) {
    const [left, right, operator] = [node.left as Node, node.right as Node, node.operator as string];
    const [a, b] = [textOf(left, code), textOf(right, code)];
    for (const other of others[operator] ?? []) {
      if (!/^['"`]/.test(a) && !/^['"`]/.test(b)) yield instead('operator', node, code, `${a} ${other} ${b}`);
    }
    if (operator === '&&' || operator === '||') {
      yield instead('logic', node, code, `(${a}) ${operator === '&&' ? '||' : '&&'} (${b})`);
      yield instead('part dropped', node, code, a);
      yield instead('part dropped', node, code, b);
    }
    if (operator === '??') yield instead('part dropped', node, code, a);
  },
  *NumericLiteral(node, code) {
    const value = node.value as number;
    // A duration that is off by one is no fault, but one that is off by a factor is.
    const isDuration = /(Ms|Seconds) = $/.test(code.bytes.subarray(0, at(node, code).start).toString().slice(-20));
    const isLarge = value >= 1000 || isDuration;
    const wrong = isLarge ? [value * 10, Math.floor(value / 10)] : [value + 1, ...(value > 1 ? [value - 1] : [])];
    for (const other of wrong) yield instead('number', node, code, String(other));
  },
  *BooleanLiteral(node, code) {
    yield instead('boolean', node, code, String(!node.value));
  },
  *ConditionalExpression(node, code) {
    yield instead('branch', node, code, textOf(node.consequent as Node, code));
    yield instead('branch', node, code, textOf(node.alternate as Node, code));
  },
  *IfStatement(node, code) {
    yield instead('condition', node.test as Node, code, 'false');
  },
  *AwaitExpression(node, code) {
    yield instead('await', node, code, textOf(node.argument as Node, code));
  },
  *ExpressionStatement(node, code) {
    if (textOf(node, code) !== '') yield instead('statement dropped', node, code, ';');
  },
  *ThrowStatement(node, code) {
    yield instead('statement dropped', node, code, ';');
  },
  *ObjectExpression(node, code) {
    const fields = node.properties as Node[];
    for (const [i, field] of fields.entries()) {
      const { start, end } = spanOf(field, code);
      const next = fields[i + 1];
      const before = fields[i - 1];
      if (next) yield { kind: 'field dropped', start, end: spanOf(next, code).start, to: '' };
      else if (before) yield { kind: 'field dropped', start: spanOf(before, code).end, end, to: '' };
      else yield { kind: 'field dropped', start, end, to: '' };
    }
  },
  *ArrayExpression(node, code) {
    const parts = (node.elements as ({ expression: Node; spread: unknown } | null)[]).flatMap((part) => part ?? []);
    if (parts.some(({ spread }) => spread)) return;
    const last = parts.at(-1)?.expression;
    const before = parts.at(-2)?.expression;
    if (last && before) yield { kind: 'element dropped', start: at(before, code).end, end: at(last, code).end, to: '' };
  },
  *CallExpression(node, code) {
    const [callee, given] = [node.callee as Node, node.arguments as { expression: Node }[]];
    const name = textOf(callee, code);
    const first = given[0] && textOf(given[0].expression, code);
    if (callee.type === 'MemberExpression') {
      const property = textOf(callee.property as Node, code);
      if (dispensable.includes(property)) yield instead('call dropped', node, code, textOf(callee.object as Node, code));
    }
    if (/^Math\.(min|max)$/.test(name)) {
      for (const { expression } of given) yield instead('bound dropped', node, code, textOf(expression, code));
    }
    if (/^Math\.(floor|ceil|round)$/.test(name) && first) yield instead('rounding', node, code, `(${first})`);
    if (name === 'retryOnConflict' && first) yield instead('retry dropped', node, code, `(${first})()`);
  },
  *RegExpLiteral(node, code) {
    const text = textOf(node, code);
    if (text.startsWith('/^')) yield instead('pattern', node, code, `/${text.slice(2)}`);
    if (/[^\\]\$\/\w*$/.test(text)) yield instead('pattern', node, code, text.replace(/\$(\/\w*)$/, '$1'));
  },
  *StringLiteral(node, code) {
    yield* conditions(node, code);
  },
  *TemplateLiteral(node, code) {
    yield* conditions(node, code);
  },
};

/** The tree gives a shorthand field no span of its own type, but a name; a spread is wrapped. */
function spanOf(field: Node, code: Code): { start: number; end: number } {
  if (field.type === 'SpreadElement') {
    const spread = field.spread as { start: number };
    return { start: spread.start - code.base, end: at(field.arguments as Node, code).end };
  }
  if (field.span) return at(field, code);
  const [first, last] = [field.key as Node, field.value as Node];
  return { start: at(first, code).start, end: at(last, code).end };
}

const always = 'attribute_exists(pk) OR attribute_not_exists(pk)';

/** The conditions of a write: each part made to hold always, so that its values stay in use, and each bound moved by one. */
function* conditions(node: Node, code: Code): Generator<Edit> {
  const text = textOf(node, code);
  if (!/attribute_(not_)?exists|[=>] :/.test(text) || /^['`](SET|ADD|pk|listed|due_shard)\b/.test(text)) return;
  const [quote = '', inner] = [text[0], text.slice(1, -1)];
  const parts = inner.split(' AND ');
  for (const [i, part] of parts.entries()) {
    if (part.startsWith('$') || part.includes('${')) continue;
    const weaker = parts.map((each, n) => (n === i ? `(${part} OR ${always})` : each)).join(' AND ');
    yield instead('write condition', node, code, quote + weaker + quote);
  }
  for (const part of inner.includes(' OR ') ? inner.split(' OR ') : [])
    yield instead('write condition', node, code, quote + part + quote);
  if (inner.includes(' >= ')) yield instead('write condition', node, code, text.replace(' >= ', ' > '));
}
