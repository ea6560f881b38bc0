import * as z from 'zod/mini';
import { isPaged, type Route } from '../../../lib/api/route.ts';
import { named } from '../../../lib/values/documented.ts';
import { type Example, type Examples, numbered } from './examples.ts';
import { linksOf } from './links.ts';
import { parametersOf } from './parameters.ts';
import { errorsOf, headersOf } from './responses.ts';
import { type Components, jsonSchema, nameOf } from './schemas.ts';

/** The parts of the document that operations add to or take from. */
export type Parts = { components: Components; examples: Examples };

/** A route as an operation of the document. An alias is a separate operation there. */
export function operationOf(route: Route, parts: Parts, isAlias: boolean) {
  const { components } = parts;
  const examples = parts.examples.operations[route.id] ?? [];
  const { id, summary, place, caller, scope, body } = route;
  const description = scope ? `${route.description} Needs a key with the scope \`${scope}\`.` : route.description;
  return {
    operationId: isAlias ? `${id}V1` : id,
    summary: isAlias ? `${summary} (versioned path)` : summary,
    description,
    tags: [place[0]],
    security: [{ [caller]: scope ? [scope] : [] }],
    parameters: parametersOf(route, components, examples),
    ...(body && { requestBody: bodyOf(route, body, components, examples) }),
    responses: { ...successOf(route, components, examples), ...errorsOf(route) },
  };
}

/** A missing body counts as `{}`. */
function bodyOf({ id, summary }: Route, body: z.ZodMiniObject, components: Components, examples: Example[]) {
  const schema = jsonSchema(named(body, nameOf(id), `The body of: ${summary}.`), 'input', components);
  const required = !z.safeParse(body, {}).success;
  return {
    required,
    content: { 'application/json': { schema, examples: numbered(examples, ({ body = {} }) => body) } },
  };
}

const statusesOf = ({ status, createdStatus }: Route) => [status, ...(createdStatus ? [createdStatus] : [])];

function successOf(route: Route, components: Components, examples: Example[]) {
  const { method, caller, versioned, idempotent } = route;
  const result = caller === 'platform' ? { result: { const: 'success', description: 'Always `success`.' } } : {};
  const properties = { ...result, payload: jsonSchema(route.payload, 'output', components) };
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
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

const descriptions: Record<number, string> = { 200: 'The request succeeded.', 201: 'The resource was created.' };
