import type * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

export const unknownField = (whole: string) => `is not a known ${whole === 'query' ? 'query parameter' : 'field'}`;

const maxNameLength = 100;

/** A name from the request, as far as an error may repeat it. */
export const fieldName = (name: string) =>
  name.length <= maxNameLength && name.isWellFormed() ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`;

/** Translates Zod's issues. An issue without a path is reported for `whole`, such as `body`. */
export const fieldErrorsOf = (issues: readonly Issue[], whole: string): FieldError[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: fieldOf([...issue.path, key], whole), message: unknownField(whole) }))
      : [{ field: fieldOf(issue.path, whole), message: messageOf(issue) }],
  );

/** `['lines', 0, 'sku']` is `lines[0].sku`. */
const fieldOf = (path: PropertyKey[], whole: string) =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${fieldName(String(part))}`)).join('') ||
  whole;

function messageOf(issue: Issue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is required';
  if (JSON.isRawJSON(issue.input)) return 'cannot be stored exactly; use at most 15 digits';
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
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map((inner) => messageOf({ ...inner, input: issue.input } as Issue)))].join(
        ' or ',
      );
    default:
      return 'is not valid';
  }
}

const types: Record<string, string> = {
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const typeName = (type: string) => types[type] ?? `a ${type}`;

const units: Record<string, [one: string, more: string]> = { string: ['character', 'characters'], array: ['entry', 'entries'] };

function boundOf(bound: string, limit: number | bigint, origin: string) {
  const unit = units[origin]?.[Number(limit) === 1 ? 0 : 1];
  return unit ? `must have ${bound} ${limit} ${unit}` : `must be ${bound} ${limit}`;
}
