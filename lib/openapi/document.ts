import { type ErrorCode, statusOf } from '../errors.ts';
import type { Route } from '../route.ts';
import { pathsOf } from '../router.ts';
import { routes } from '../routes.ts';
import { catalogue } from './catalogue.ts';
import { examples } from './examples.ts';
import { jsonSchema } from './schemas.ts';

const everywhere: ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'temporarily_unavailable',
];

/** The OpenAPI document of the whole table. */
export function openApiDocument(server: string) {
  const components: Record<string, unknown> = { Failure: failure };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    pathsOf(route).forEach((path, i) => {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components, i > 0) };
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store platform',
      version: '1.0.0',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: server }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes },
  };
}

const introduction = `Two interfaces of one service. Every path answers with and without a trailing slash.

A request is authenticated by the header \`X-API-KEY\`: a platform key (\`sp_live_…\`) opens the platform interface, a
management key (\`sm_live_…\`) the management interface of one tenant.

An \`Idempotency-Key\` makes it safe to repeat the requests that take one: they have one effect, for ever.

## Error codes

| code | status | meaning | what to do | retry |
| --- | --- | --- | --- | --- |
${Object.entries(catalogue)
  .map(
    ([code, { meaning, mend, retry }]) => `| \`${code}\` | ${statusOf[code as ErrorCode]} | ${meaning} | ${mend} | ${retry} |`,
  )
  .join('\n')}
`;

const apiKey = (description: string) => ({ type: 'apiKey', in: 'header', name: 'X-API-KEY', description });
const securitySchemes = {
  platform: apiKey('A platform key, sp_live_…'),
  management: apiKey('A management key of one tenant, sm_live_…'),
};

const failure = {
  type: 'object',
  description: 'Any answer that is no success.',
  properties: {
    result: { const: 'error' },
    description: { type: 'string' },
    code: { enum: Object.keys(statusOf) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
  },
  required: ['result', 'description', 'code', 'request_id'],
};

const tagOf = ({ caller, path }: Route) => {
  const noun = /^(?:\/v1)?\/(?:platform|management)\/([a-z]+)/.exec(path)?.[1] as string;
  return `${caller === 'platform' ? 'Platform' : 'Management'}: ${noun}`;
};

function operationOf(route: Route, components: Record<string, unknown>, alias: boolean) {
  const { id, summary, caller, body, idempotent, versioned, method } = route;
  const content = body && { schema: jsonSchema(body, 'input', components), example: examples[id]?.body ?? {} };
  const required = body && Object.keys((content?.schema.required as string[] | undefined) ?? []).length > 0;
  return {
    operationId: alias ? `${id}V1` : id,
    summary,
    tags: [tagOf(route)],
    security: [{ [caller]: [] }],
    parameters: [
      ...parametersOf(route, 'path', components),
      ...parametersOf(route, 'query', components),
      ...(idempotent
        ? [header('Idempotency-Key', 'Makes a repeat of this request safe; 1 to 255 visible ASCII characters.')]
        : []),
      ...(versioned && method === 'PATCH'
        ? [header('If-Match', 'The version that the change was decided on, as its ETag.')]
        : []),
      ...(id === 'createPayment' ? [header('If-Match', "The order's version that the payment was decided on.")] : []),
    ],
    ...(content && { requestBody: { required, content: { 'application/json': content } } }),
    responses: { ...success(route, components), ...refusals(route) },
  };
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

function parametersOf(route: Route, place: 'path' | 'query', components: Record<string, unknown>) {
  const schema = place === 'path' ? route.params : route.query;
  const names = place === 'path' ? [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, { type: 'string' }]) : [];
  const properties = { ...Object.fromEntries(names), ...(schema && jsonSchema(schema, 'input', components).properties) };
  return Object.entries<Record<string, unknown>>(properties).map(([name, { description = descriptions[name], ...field }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description !== undefined && { description }),
    schema: field,
  }));
}

const descriptions: Record<string, string> = {
  id: 'The id; where it is a tenant’s, its name works too.',
  key_id: 'The id of the key.',
  number: 'The order number.',
  sku: 'The SKU of the product.',
  name: 'The name of the webhook.',
  cursor: 'Continues a walk: the next_cursor of the page before.',
};

/** Only these answer 200 and 201, as the thing was there or is new. */
const statusesOf = ({ id, status }: Route) => (id === 'putProduct' ? [200, 201] : [status]);

function success(route: Route, components: Record<string, unknown>) {
  const payload = jsonSchema(route.payload, 'output', components);
  const result = route.caller === 'platform' ? { result: { const: 'success' } } : {};
  const properties = { ...result, payload };
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const example = { ...(route.caller === 'platform' && { result: 'success' }), payload: examples[route.id]?.payload };
  const content = { 'application/json': { schema, example } };
  return Object.fromEntries(statusesOf(route).map((status) => [status, { description: 'Success', content }]));
}

export const codesOf = ({ refusals, idempotent }: Route): ErrorCode[] => [
  ...new Set([...everywhere, ...refusals, ...(idempotent ? (['idempotency_key_reused'] as const) : [])]),
];

function refusals(route: Route) {
  const byStatus = Map.groupBy(codesOf(route), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\`: ${catalogue[code].meaning}`).join('\n\n'), content: failures(codes) },
    ]),
  );
}

const failures = (codes: ErrorCode[]) => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Failure' },
    examples: Object.fromEntries(codes.map((code) => [code, { value: failureExample(code) }])),
  },
});

const failureExample = (code: ErrorCode) => ({
  result: 'error',
  description: code === 'unauthorized' ? code : catalogue[code].meaning,
  code,
  request_id: '0c5f7f0e-4f6e-4a55-9d3c-2f1f1f6a7b21',
  ...(code === 'invalid_request' && { errors: [{ field: 'name', message: 'is required' }] }),
});
