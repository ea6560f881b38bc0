import type * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

export const unknownField = 'is not a known field';

/** Says of each fault where it is and how to mend it. `whole` names what was checked, where no field is at fault. */
export const fieldErrorsOf = (issues: readonly Issue[], whole: string): FieldError[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: fieldOf([...issue.path, key], whole), message: unknownField }))
      : [{ field: fieldOf(issue.path, whole), message: messageOf(issue) }],
  );

/** `['lines', 0, 'sku']` is `lines[0].sku`. */
const fieldOf = (path: PropertyKey[], whole: string) =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${String(part)}`)).join('') || whole;

function messageOf(issue: Issue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is required';
  if (JSON.isRawJSON(issue.input)) return 'has more digits than can be kept exactly';
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nameOf(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `must ${issue.origin === 'number' ? 'be' : 'have'} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${issue.origin === 'number' ? 'be' : 'have'} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map((inner) => messageOf({ ...inner, input: issue.input } as Issue)))].join(
        ' or ',
      );
    default:
      return 'is not valid';
  }
}

const names: Record<string, string> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const nameOf = (type: string) => names[type] ?? `a ${type}`;

const units: Record<string, string> = { string: ' characters', array: ' entries' };
const unitOf = (origin: string) => units[origin] ?? '';
