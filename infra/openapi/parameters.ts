import type { Route } from '../../lib/route.ts';
import { examplesOf } from './examples.ts';
import { jsonSchema, type Schema } from './schemas.ts';

/** What may stand in the path, in the query, and in the headers of a request. */
export const parametersOf = (route: Route, components: Record<string, Schema>) => [
  ...inPath(route, components),
  ...inQuery(route, components),
  ...headersTaken(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
];

const headersTaken = ({ idempotent, errors }: Route) => [
  ...(idempotent ? ['Idempotency-Key'] : []),
  ...(errors.includes('version_mismatch') ? ['If-Match'] : []),
];

function inPath({ id, path, params }: Route, components: Record<string, Schema>) {
  const known = params ? fieldsOf(jsonSchema(params, 'path', 'input', components)) : {};
  const example = examplesOf(id)[0]?.params ?? {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description: _, ...schema } = known[name] ?? { type: 'string' };
    const description = meanings[`${path.includes('/platform/') ? 'platform' : 'management'}.${name}`] ?? meanings[name];
    return { name, in: 'path', required: true, description, schema, ...(example[name] && { example: example[name] }) };
  });
}

const meanings: Record<string, string> = {
  id: 'The id.',
  'platform.id': 'The id of the tenant, or its name.',
  key_id: 'The id of the key.',
  number: 'The order number.',
  sku: 'The SKU of the product.',
  name: 'The name of the webhook.',
};

function inQuery({ query }: Route, components: Record<string, Schema>) {
  const fields = query ? fieldsOf(jsonSchema(query, 'query', 'input', components)) : {};
  return Object.entries(fields).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema: asSent(schema),
  }));
}

/** In a query everything is text; the document says what the text stands for. */
const asSent = (schema: Schema): Schema => (JSON.stringify(schema.enum) === '["true","false"]' ? { type: 'boolean' } : schema);

const fieldsOf = ({ properties = {} }: Schema) => properties;
