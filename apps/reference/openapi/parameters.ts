import type { Route } from '../../../lib/api/route.ts';
import { examplesOf } from './examples.ts';
import { jsonSchema, type Schema } from './schemas.ts';

/** The path, query and header parameters of an operation. */
export const parametersOf = (route: Route, components: Record<string, Schema>) => [
  ...pathParameters(route, components),
  ...queryParameters(route, components),
  ...headersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
];

const headersOf = ({ method, idempotent, errors }: Route) => [
  ...(method === 'GET' ? [] : ['X-Actor']),
  ...(idempotent ? ['Idempotency-Key'] : []),
  ...(errors.includes('version_mismatch') ? ['If-Match'] : []),
];

function pathParameters({ id, path, params }: Route, components: Record<string, Schema>) {
  const fields = params ? fieldsOf(jsonSchema(params, 'input', components)) : {};
  const example = examplesOf(id)[0]?.params ?? {};
  return [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, noun = '', name = '']) => {
    const { description: _, ...schema } = fields[name] ?? { type: 'string' };
    return {
      name,
      in: 'path',
      required: true,
      description: pathDescriptions[noun],
      schema,
      ...(example[name] && { example: example[name] }),
    };
  });
}

/** By the word before the parameter: `order/{number}`. */
const pathDescriptions: Record<string, string> = {
  tenant: 'The ID or name of the tenant.',
  key: 'The ID of the key.',
  order: 'The order number.',
  shipment: 'The ID of the shipment.',
  product: 'The SKU of the product.',
  user: 'The ID of the user.',
  webhook: 'The name of the webhook.',
  delivery: 'The ID of the event.',
};

function queryParameters({ query }: Route, components: Record<string, Schema>) {
  const fields = query ? fieldsOf(jsonSchema(query, 'input', components)) : {};
  return Object.entries(fields).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema: isFlag(schema) ? { type: 'boolean' } : schema,
  }));
}

const isFlag = (schema: Schema) => JSON.stringify(schema.enum) === '["true","false"]';

const fieldsOf = ({ properties = {} }: Schema) => properties;
