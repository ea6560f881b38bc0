import { expect, test } from '@jest/globals';
import { openApiDocument, webhookDocument } from '../../../apps/reference/openapi/document.ts';
import type { Schema } from '../../../apps/reference/openapi/schemas.ts';

const documents = { api: openApiDocument(), webhooks: webhookDocument() };
const components = Object.entries<Schema>(documents.api.components.schemas);
const all = [...components, ...Object.entries<Schema>(documents.webhooks.components.schemas)];

/** Every schema inside a value that generators read, with its path. They ignore rules in `then`. */
function* schemasIn(value: unknown, path: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !path.endsWith('.properties')) yield [path, value as Schema];
  for (const [name, inner] of Object.entries(value)) {
    if (!/^(then|examples?|value|x-.*)$/.test(name) || path.endsWith('.properties')) yield* schemasIn(inner, `${path}.${name}`);
  }
}

const schemas = Object.entries(documents).flatMap(([name, document]) => [...schemasIn(document, name)]);

/** The paths of the schemas for which a rule fails. */
const failing = (rule: (schema: Schema & Record<string, unknown>) => boolean) =>
  schemas.filter(([, schema]) => !rule(schema)).map(([path]) => path);

test('numbers are doubles, and whole numbers have a format', () => {
  expect(failing(({ type, format }) => ![type].flat().includes('number') || format === 'double')).toEqual([]);
  expect(failing(({ type, format }) => ![type].flat().includes('integer') || /^int(32|64)$/.test(`${format}`))).toEqual([]);
});

test('a value has one type, or can be null', () => {
  expect(failing(({ oneOf, allOf, not }) => !oneOf && !allOf && !not)).toEqual([]);
  const isNullable = ({ anyOf = [], type }: Schema) =>
    anyOf.length === 0 || (!type && anyOf.length === 2 && anyOf[0]?.$ref !== undefined && anyOf[1]?.type === 'null');
  expect(failing(isNullable)).toEqual([]);
});

test('an enum and a constant have a type, and only a named schema is an enum, even in rules', () => {
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || /\.(examples?|x-[^.]*|default)$/.test(path)) return;
    const { type, enum: values, const: constant } = value as Schema & { const?: unknown };
    const isFields = path.endsWith('.properties');
    if (!isFields && (values ?? constant) !== undefined && type === undefined) found.push(path);
    if (!isFields && values && !/\.components\.schemas\.\w+$/.test(path)) found.push(path);
    for (const [name, inner] of Object.entries(value)) visit(inner, `${path}.${name}`);
  };
  for (const [name, document] of Object.entries(documents)) visit(document, name);
  expect(found).toEqual([]);
});

test('a date and time has no pattern', () => {
  expect(failing(({ format, pattern }) => format !== 'date-time' || pattern === undefined)).toEqual([]);
});

test('every body, object and enum has a name', () => {
  const isNamed = (path: string) => /\.components\.schemas\.\w+$/.test(path);
  const unnamed = schemas.filter(([path, schema]) => (schema.properties || schema.enum) && !isNamed(path));
  expect(unnamed.map(([path]) => path)).toEqual([]);
  const contents = schemas.filter(([path]) => path.endsWith('.content.application/json.schema'));
  expect(contents.filter(([, { $ref }]) => !$ref).map(([path]) => path)).toEqual([]);
});

test('objects of responses are open', () => {
  const closed = components.filter(([, schema]) => schema.additionalProperties === false).map(([name]) => name);
  const results = [...schemasIn(documents.api.paths, 'paths')].filter(([path]) => path.includes('.responses.'));
  const reached = new Set<string>();
  const visit = ({ $ref = '' }: Schema) => {
    const name = $ref.split('/').at(-1) as string;
    if (!$ref.startsWith('#/components/schemas/') || reached.has(name)) return;
    reached.add(name);
    for (const [, inner] of schemasIn(documents.api.components.schemas[name], name)) visit(inner);
  };
  for (const [, schema] of results) visit(schema);
  expect(reached).toContain('Order');
  expect(closed.filter((name) => reached.has(name))).toEqual([]);
});

/** Words that are types or keywords in some language. */
const reserved = new Set(
  'any array boolean class date default double enum error event exception file float function int integer interface list long map module none null number object optional package promise request response set string symbol type void'.split(
    ' ',
  ),
);

test('names do not collide in any language', () => {
  const names = [...new Set(all.map(([name]) => name))];
  const same = Object.values(Object.groupBy(names, (name) => name.toLowerCase())).filter((group) => (group?.length ?? 0) > 1);
  expect(same).toEqual([]);
  expect(names.filter((name) => reserved.has(name.toLowerCase()))).toEqual([]);
  // Go has constructors such as `NewOrder` and types such as `NullableOrder`. Files ending in `_test.go` are tests.
  expect(names.filter((name) => /^(New|Nullable)[A-Z]|Test$|Request$|Response$/.test(name))).toEqual([]);
});

test('constants of several enums do not collide', () => {
  const constants = components.flatMap(([, schema]) => {
    const values = schema['x-enum-varnames'] ?? (schema.enum as string[] | undefined) ?? [];
    return values.map((value) => value.toUpperCase().replace(/\W/g, ''));
  });
  expect(new Set(constants).size).toBe(constants.length);
});
