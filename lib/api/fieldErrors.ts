import type * as z from 'zod/mini';
import { asSingleLine } from '../values/text.ts';
import type { FieldError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** The message for an unknown name. It lists the accepted names. */
export function unknownField(whole: string, accepted: readonly string[]): string {
  const parameter = accepted.includes('cursor') ? 'filter' : 'query parameter';
  const kind = whole === 'query' ? parameter : 'field';
  const list = accepted.length > 0 ? `${kind}s: ${accepted.join(', ')}` : `no ${kind}s are accepted`;
  return `is not a ${kind} here; ${list}`;
}

const maxNameLength = 100;

/** A name from the request, shortened and made valid text so that an error can repeat it. */
export function fieldName(name: string): string {
  const text = asSingleLine(name);
  return text === name && text.length <= maxNameLength ? name : `${text.slice(0, maxNameLength).toWellFormed()}…`;
}

/** Translates Zod's issues. An issue without a path is reported for `whole`, such as `body`. */
export const fieldErrorsOf = (issues: readonly Issue[], whole: string, schema: z.ZodMiniType): FieldError[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || JSON.isRawJSON(issue.input))
      return [{ field: fieldOf(issue.path, whole), message: messageOf(issue) }];
    const message = unknownField(whole, namesAt(schema, issue.path));
    return issue.keys.map((key) => ({ field: fieldOf([...issue.path, key], whole), message }));
  });

type Definition = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: unknown;
  innerType?: unknown;
  in?: unknown;
};

/** What a schema consists of, inside optional and nullable fields, and before it changes a value. */
export function definitionOf(schema: unknown): Definition {
  const { def } = (schema as { _zod: { def: Definition } })._zod;
  const inner = def.innerType ?? def.in;
  return inner ? definitionOf(inner) : def;
}

/** The field names that a schema accepts at a path: an object's own, or those of the object inside an array or an optional field. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const { shape, element } = definitionOf(schema);
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(shape ?? {});
  return namesAt(element ?? shape?.[String(first)], rest);
}

/** `['lines', 0, 'sku']` is `lines[0].sku`. */
const fieldOf = (path: PropertyKey[], whole: string) =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${fieldName(String(part))}`)).join('') ||
  whole;

function messageOf(issue: Issue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is required';
  if (JSON.isRawJSON(issue.input) && issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected))
    return 'cannot be stored exactly; use at most 15 digits, no -0, and exponents from -307 to 308';
  if (issue.code === 'unrecognized_keys') return 'must be an object';
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeName(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return boundOf('at least', issue.minimum, issue.origin);
    case 'too_big':
      return boundOf('at most', issue.maximum, issue.origin);
    default:
      return 'is not valid';
  }
}

const types: Record<string, string> = {
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};
const typeName = (type: string) => types[type] ?? `a ${type}`;

const units: Record<string, [one: string, more: string]> = { string: ['character', 'characters'], array: ['entry', 'entries'] };

function boundOf(bound: string, limit: number | bigint, origin: string) {
  const unit = units[origin]?.[Number(limit) === 1 ? 0 : 1];
  return unit ? `must have ${bound} ${limit} ${unit}` : `must be ${bound} ${limit}`;
}
