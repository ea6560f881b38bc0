import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openApiDocument } from '../../apps/reference/openapi/document.ts';
import { documentSchemas, escaped } from '../../apps/reference/openapi/documentSchemas.ts';
import { routeOf } from '../../lib/routes.ts';
import { defOf, grouped, passes, type Schema } from '../support/requestFields.ts';
import promised from './inputLimits.json' with { type: 'json' };

/** The schema below what makes a field optional. */
function requiredOf(schema: Schema): Schema {
  const { type, innerType } = defOf(schema);
  return innerType && ['optional', 'nullable'].includes(type) ? requiredOf(innerType) : schema;
}

const elements = [{ sku: 'A', quantity: 1 }, { line: 0, quantity: 1 }, { from: '08:00', to: '09:00' }, 'orders:read'];

/** Values of a growing size. */
const scales: Record<string, (size: number) => unknown> = {
  characters: (size) => 'a'.repeat(size),
  'characters of a URL': (size) => `https://example.com/${'a'.repeat(size - 20)}`,
  'digits after +': (size) => `+${'1'.repeat(size)}`,
  number: (size) => size,
  'number in a query': String,
  'entries (different)': (size) => Array.from({ length: size }, (_, i) => `text ${i}`),
  ...Object.fromEntries(
    elements.map((element, i) => [`entries (${i})`, (size: number) => Array.from({ length: size }, () => element)]),
  ),
};

/** The last size that a field accepts, between a size it accepts and one it rejects. */
function boundary(accepts: (size: number) => boolean, inside: number, outside: number): number {
  if (Math.abs(outside - inside) <= 1) return inside;
  const middle = Math.floor((inside + outside) / 2);
  return accepts(middle) ? boundary(accepts, middle, outside) : boundary(accepts, inside, middle);
}

function limitOf(field: Schema): string {
  for (const [kind, ofSize] of Object.entries(scales)) {
    const accepts = (size: number) => passes(field, ofSize(size));
    const inside = [1, 4, 10, 30, 1000].find((size) => (size >= 20 || !kind.includes('URL')) && accepts(size));
    if (inside === undefined) continue;
    const [lowest, highest] = kind.startsWith('number') ? [-1e15, 1e15] : [kind.includes('URL') ? 20 : 0, 1e4];
    const low = accepts(lowest) ? lowest : boundary(accepts, inside, lowest);
    const high = accepts(highest) ? 'any' : boundary(accepts, inside, highest);
    return `${kind.replace(/ \(\w+\)/, '')}: ${low} to ${high}`;
  }
  return 'other values';
}

/** UPDATE=1 writes the file again. Then `npm run format`. */
test('every field accepts exactly the sizes in inputLimits.json', () => {
  const sizes = grouped((field) => [limitOf(requiredOf(field))]);
  if (process.env.UPDATE)
    writeFileSync(new URL('./inputLimits.json', import.meta.url), JSON.stringify(sizes, Object.keys(sizes).sort()));
  else expect(sizes).toEqual(promised);
});

type JsonSchema = {
  $ref?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  pattern?: string;
} & Partial<Record<'minimum' | 'exclusiveMinimum' | 'maximum' | 'minItems' | 'maxItems' | 'maxLength', number>>;

const { at } = documentSchemas(openApiDocument());

/** A schema with those it refers to and those it lets a value choose from. */
const choicesOf = (schema: JsonSchema): JsonSchema[] => {
  const found = schema.$ref ? (at(schema.$ref.slice(1)) as JsonSchema) : schema;
  return [found, ...(found.anyOf ?? []).flatMap(choicesOf)];
};

/** The schemas of a field of a body in the API document. */
function documentedAt(id: string, path: string): JsonSchema[] {
  const { path: place, method } = routeOf(id);
  const operation = `/paths/${escaped(place)}/${method.toLowerCase()}`;
  const body = at(`${operation}/requestBody/content/application~1json/schema`) as JsonSchema;
  return path.split('.').reduce((schemas, name) => {
    const objects = schemas.flatMap(({ items, ...schema }) => (items ? choicesOf(items) : [schema]));
    return objects.flatMap(({ properties }) => (properties?.[name] ? choicesOf(properties[name]) : []));
  }, choicesOf(body));
}

const inBodies = Object.entries(promised).flatMap(([limit, operations]) => {
  const [, kind = '', low, high] = /^(number|characters|entries)(?: of a URL)?: (\S+) to (\d+)$/.exec(limit) ?? [];
  const paths = operations.flatMap((operation) => {
    const [id = '', fields = ''] = operation.split(': ');
    return routeOf(id).method === 'GET' ? [] : fields.split(' ').map((path) => ({ id, path }));
  });
  return high ? paths.map((place) => ({ ...place, kind, low: Number(low), high: Number(high) })) : [];
});

/** The lowest and highest size that the document allows; undefined if it expresses them differently, such as by a pattern. */
function statedOf(kind: string, schemas: JsonSchema[]): { low?: number | undefined; high?: number | undefined } {
  const stated = (name: keyof JsonSchema) => schemas.map((schema) => schema[name] as number).find(Boolean);
  if (kind === 'characters') return { high: stated('maxLength') };
  if (kind === 'entries') return { low: stated('minItems') ?? 0, high: stated('maxItems') };
  const above = schemas.some(({ exclusiveMinimum }) => exclusiveMinimum === 0) ? 1 : 0;
  return { low: stated('minimum') ?? above, high: stated('maximum') };
}

test('the API document contains the same limits', () => {
  const found = inBodies.map((place) => ({ place, stated: statedOf(place.kind, documentedAt(place.id, place.path)) }));
  const known = found.filter(({ stated }) => stated.high !== undefined);
  expect(known.length).toBeGreaterThan(100);
  expect(known.map(({ place, stated }) => ({ ...place, ...stated }))).toEqual(known.map(({ place }) => place));
});
