import * as z from 'zod/mini';
import { isPaged, type Route } from '../../../lib/api/route.ts';
import { scopesInWords } from '../../../lib/key/scopes.ts';
import { named } from '../../../lib/values/documented.ts';
import { type Example, type Examples, numbered } from './examples.ts';
import { linksOf } from './links.ts';
import { parametersOf } from './parameters.ts';
import { errorsOf, headersOf } from './responses.ts';
import { addComponent, type Components, jsonSchema, nameOf } from './schemas.ts';

/** The parts of the document that operations add to or take from. */
export type Parts = { components: Components; examples: Examples };

/** A route as an operation of the document. */
export function operationOf(route: Route, parts: Parts) {
  const { components } = parts;
  const examples = parts.examples.operations[route.id] ?? [];
  const { id, summary, place, caller, scope, secondScope, alias, body } = route;
  const description = [
    route.description,
    ...(scope ? [`Needs a key with ${scopesInWords(route)}.`] : []),
    ...(alias ? [`Also served as \`${alias}\`.`] : []),
  ].join(' ');
  return {
    operationId: id,
    summary,
    description,
    tags: [place[0]],
    security: [{ [caller]: [scope, secondScope].filter((one) => one !== undefined) }],
    parameters: parametersOf(route, components, examples),
    ...(body && { requestBody: bodyOf(route, body, components, examples) }),
    responses: { ...successOf(route, components, examples), ...errorsOf(route) },
  };
}

/** A missing body counts as `{}`. */
function bodyOf({ id }: Route, body: z.ZodMiniObject, components: Components, examples: Example[]) {
  const schema = jsonSchema(named(body, nameOf(id), `The body of \`${id}\`.`), 'input', components);
  const required = !z.safeParse(body, {}).success;
  return {
    required,
    content: { 'application/json': { schema, examples: numbered(examples, ({ body = {} }) => body) } },
  };
}

const statusesOf = ({ status, createdStatus }: Route) => [status, ...(createdStatus ? [createdStatus] : [])];

function successOf(route: Route, components: Components, examples: Example[]) {
  const { id, method, caller, versioned, idempotent } = route;
  const result =
    caller === 'platform' ? { result: { type: 'string', const: 'success', description: 'Always `success`.' } } : {};
  const properties = { ...result, payload: payloadOf(route, components) };
  const schema = addComponent(
    {
      id: `${nameOf(id)}Result`,
      type: 'object',
      description: `The response to \`${id}\`.`,
      properties,
      required: Object.keys(properties),
    },
    components,
  );
  const more = [
    ...(versioned ? ['ETag'] : []),
    ...(method === 'GET' && isPaged(route) ? ['Link'] : []),
    ...(idempotent ? ['Idempotent-Replayed'] : []),
    ...(caller === 'management' ? ['RateLimit-Policy', 'RateLimit'] : []),
  ];
  const headers = headersOf('X-Request-Id', ...more);
  const content = {
    'application/json': { schema, examples: numbered(examples, ({ response }) => response) },
  };
  const links = linksOf(route);
  const answers = statusesOf(route).map((status) => [
    status,
    { description: descriptions[status], headers, content, ...(links && { links }) },
  ]);
  return Object.fromEntries(answers);
}

function payloadOf({ id, payload }: Route, components: Components) {
  const schema = jsonSchema(payload, 'output', components);
  const own = { id: `${nameOf(id)}Payload`, description: `The payload of \`${id}\`.`, ...schema };
  return schema.$ref ? schema : addComponent(own, components);
}

const descriptions: Record<number, string> = { 200: 'The request succeeded.', 201: 'The resource was created.' };
