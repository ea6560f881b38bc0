import * as z from 'zod/mini';
import { answerOf, isPaged } from '../../../lib/answers.ts';
import type { Route } from '../../../lib/api/route.ts';
import { examplesOf } from './examples.ts';
import { linksOf } from './links.ts';
import './named.ts';
import { parametersOf } from './parameters.ts';
import { errorsOf, headersOf } from './responses.ts';
import { jsonSchema, type Schema } from './schemas.ts';
import { sectionOf } from './sections.ts';

/** A route as an operation of the document. An alias is a separate operation there. */
export function operationOf(route: Route, components: Record<string, Schema>, isAlias: boolean) {
  const { id, summary, caller, scope, body } = route;
  const { tag, operations } = sectionOf(route);
  const description = [operations[id], scope && `Needs a key with the scope \`${scope}\`.`].filter(Boolean).join(' ');
  return {
    operationId: isAlias ? `${id}V1` : id,
    summary: isAlias ? `${summary} (versioned path)` : summary,
    ...(description && { description }),
    tags: [tag],
    security: [{ [caller]: scope ? [scope] : [] }],
    parameters: parametersOf(route, components),
    ...(body && { requestBody: bodyOf(route, body, components) }),
    responses: { ...successOf(route, components), ...errorsOf(route) },
  };
}

/** A missing body counts as `{}`. */
function bodyOf({ id }: Route, body: NonNullable<Route['body']>, components: Record<string, Schema>) {
  const schema = jsonSchema(body, 'input', components);
  const sent = examplesOf(id).map(({ title, body = {} }) => [title, body] as const);
  const required = !z.safeParse(body, {}).success;
  return { required, content: { 'application/json': { schema, examples: named(sent) } } };
}

const statusesOf = ({ status, createdStatus }: Route) => [status, ...(createdStatus ? [createdStatus] : [])];

function successOf(route: Route, components: Record<string, Schema>) {
  const { id, method, caller, versioned, idempotent } = route;
  const result = caller === 'platform' ? { result: { const: 'success', description: 'Always `success`.' } } : {};
  const properties = { ...result, payload: jsonSchema(answerOf(id), 'output', components) };
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const answered = examplesOf(id).map(
    ({ title, payload }) => [title, { ...(caller === 'platform' && { result: 'success' }), payload }] as const,
  );
  const more = [
    ...(versioned ? ['ETag'] : []),
    ...(method === 'GET' && isPaged(id) ? ['Link'] : []),
    ...(idempotent ? ['Idempotent-Replayed'] : []),
    ...(caller === 'management' ? ['RateLimit-Policy', 'RateLimit'] : []),
  ];
  const headers = headersOf('X-Request-Id', ...more);
  const content = { 'application/json': { schema, examples: named(answered) } };
  const links = linksOf(route);
  const answers = statusesOf(route).map((status) => [
    status,
    { description: descriptions[status], headers, content, ...(links && { links }) },
  ]);
  return Object.fromEntries(answers);
}

const descriptions: Record<number, string> = { 200: 'The request succeeded.', 201: 'The resource was created.' };

const named = (values: (readonly [string, object])[]) =>
  Object.fromEntries(values.map(([title, value], i) => [`example${i + 1}`, { summary: title, value }]));
