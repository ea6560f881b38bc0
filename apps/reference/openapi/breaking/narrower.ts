// biome-ignore lint/suspicious/noExplicitAny: documents and schemas have many shapes
export type Json = any;

export const isEqual = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other);

const all = Symbol('any value');

const typesOf = ({ type }: Json): unknown[] => (type === undefined ? [all] : [type].flat());
const valuesOf = (schema: Json): unknown[] => ('const' in schema ? [schema.const] : (schema.enum ?? [all]));

/** Whether every value of `part` is one of `whole`. A whole number is also a number. */
const includes = (whole: unknown[], part: unknown[]) =>
  whole.includes(all) || part.every((one) => whole.includes(one) || (one === 'integer' && whole.includes('number')));

const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const rules = ['pattern', 'format', 'not', 'multipleOf', 'uniqueItems', 'dependentRequired'];

/** How a schema for what clients send became narrower, so that valid requests could now fail. */
export function narrower(before: Json, after: Json): string[] {
  const isLower = (word: string) => after[word] !== undefined && (before[word] === undefined || after[word] < before[word]);
  const isHigher = (word: string) => after[word] !== undefined && (before[word] === undefined || after[word] > before[word]);
  const isNew = (word: string) => after[word] !== undefined && !isEqual(before[word], after[word]);
  return [
    ...(includes(typesOf(after), typesOf(before)) ? [] : ['accepts fewer types']),
    ...(includes(valuesOf(after), valuesOf(before)) ? [] : ['accepts fewer values']),
    ...upperBounds.filter(isLower).map((word) => `has a lower \`${word}\``),
    ...lowerBounds.filter(isHigher).map((word) => `has a higher \`${word}\``),
    ...rules.filter(isNew).map((word) => `has a different \`${word}\``),
  ];
}

/** How a schema for what clients receive became wider, so that they could receive values that they do not expect. */
export function wider(before: Json, after: Json): string[] {
  const isLost = (word: string) => before[word] !== undefined && !isEqual(before[word], after[word]);
  return [
    ...(includes(typesOf(before), typesOf(after)) ? [] : ['can have other types']),
    ...(includes(valuesOf(before), valuesOf(after)) ? [] : ['can have other values']),
    ...['pattern', 'format'].filter(isLost).map((word) => `has a different \`${word}\``),
  ];
}
