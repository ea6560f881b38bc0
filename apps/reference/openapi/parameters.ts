import type { Route } from '../../../lib/api/route.ts';
import { type Example, numbered } from './examples.ts';
import { type Components, jsonSchema, type Schema } from './schemas.ts';

/** The path, query and header parameters of an operation. */
export const parametersOf = (route: Route, components: Components, examples: Example[]) => [
  ...pathParameters(route, components, examples),
  ...queryParameters(route, components),
  ...headersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
];

const headersOf = ({ method, idempotent, createdStatus, ifMatch }: Route) => [
  ...(method === 'GET' ? [] : ['X-Actor']),
  ...(idempotent ? ['Idempotency-Key'] : []),
  ...(ifMatch ? ['If-Match'] : []),
  ...(createdStatus ? ['If-None-Match'] : []),
];

/** The path parameters, without their braces. */
export const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function pathParameters({ path, params, parameters }: Route, components: Components, examples: Example[]) {
  const fields = params ? fieldsOf(jsonSchema(params, 'input', components)) : {};
  return namesIn(path).map((name) => {
    const { description, ...schema } = fields[name] ?? { type: 'string', description: parameters?.[name] };
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema,
      examples: numbered(examples, ({ params }) => params[name]),
    };
  });
}

function queryParameters({ query }: Route, components: Components) {
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
