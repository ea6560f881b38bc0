import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod/mini';
import { bodyOf } from './body.ts';
import { type Event, headerOf } from './call.ts';
import { ApiError, type FieldError, invalidRequest, notFound } from './errors.ts';
import { fieldErrorsOf, fieldName, unknownField } from './fieldErrors.ts';
import { idempotencyKey, idempotencyKeyRule, isIdempotencyKey } from './idempotency.ts';
import type { ServedRoute } from './route.ts';
import { ifNoneMatchRule, isAnyVersion, parseIfMatch } from './version.ts';

/** Validates the request against its route and reports all errors at once. A malformed ID in the path returns a 404. */
export function validation(route: ServedRoute): MiddlewareObj<Event> {
  const { body, query, params } = route;
  return {
    before: ({ event }) => {
      const errors: FieldError[] = [];
      const { sent = {} } = { sent: bodyOf(event) };
      const ifNoneMatch = route.createdStatus && headerOf(event, 'if-none-match');
      const call = {
        body: check(body, sent, 'body', errors),
        query: check(query, queryOf(event, errors), 'query', errors),
        ifMatch: parseIfMatch(headerOf(event, 'if-match')),
        createOnly: ifNoneMatch !== undefined,
      };
      if (ifNoneMatch !== undefined && !isAnyVersion(ifNoneMatch)) {
        errors.push({ field: 'If-None-Match', message: ifNoneMatchRule });
      }
      const key = route.idempotent && headerOf(event, 'idempotency-key');
      if (key !== undefined && !isIdempotencyKey(key)) errors.push({ field: 'Idempotency-Key', message: idempotencyKeyRule });
      const actor = route.method === 'GET' ? undefined : headerOf(event, 'x-actor');
      if (actor !== undefined && !isActor(actor)) errors.push({ field: 'X-Actor', message: actorRule });
      if (errors.length > 0) throw invalidRequest(errors);
      const { pathParameters } = event;
      const parsed = params ? z.safeParse(params, pathParameters) : { success: true as const, data: pathParameters };
      if (!parsed.success) throw invalidPath(route.path, parsed.error.issues[0]?.message);
      const idempotency = key === undefined ? undefined : idempotencyKey(key, event.httpMethod, event.path, sent);
      const by = { ...event.call.by, actor: actor ?? null };
      Object.assign(event.call, call, { by, params: parsed.data, idempotency });
    },
  };
}

const isActor = (header: string) => /^[\x21-\x7e]{1,100}$/.test(header);

const actorRule = 'must be 1 to 100 visible ASCII characters';

/** The schema's own message, if it has one. */
const invalidPath = (path: string, message = 'Invalid input') =>
  message === 'Invalid input' ? notFound(resourceIn(path)) : new ApiError('not_found', message);

/** `/v1/management/order/{number}/payment/` is about an `order with this number`. */
const resourceIn = (path: string) => path.replace(/.*?([a-z]+)\/\{(\w+)\}.*/, '$1 with this $2').replace('sku', 'SKU');

function check(schema: z.ZodMiniType | undefined, value: unknown, whole: string, errors: FieldError[]) {
  if (!schema) return rejectAll(value, whole, errors);
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  errors.push(...fieldErrorsOf(result.error.issues, whole, schema));
}

/** Accepts no field. An empty schema would do the same, but cost time to build. */
function rejectAll(value: unknown, whole: string, errors: FieldError[]) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) errors.push({ field: whole, message: 'must be an object' });
  else for (const field of Object.keys(value)) errors.push({ field: fieldName(field), message: unknownField(whole, []) });
  return {};
}

function queryOf({ queryStringParameters, multiValueQueryStringParameters }: Event, errors: FieldError[]) {
  for (const [field, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values && values.length > 1) errors.push({ field: fieldName(field), message: 'must be sent only once' });
  }
  return queryStringParameters ?? {};
}
