import type { MiddlewareObj } from '@middy/core';
import * as z from 'zod/mini';
import { ApiError, type FieldError, notFound } from '../errors.ts';
import { idempotencyKey, isIdempotencyKey, malformedKey } from '../idempotency.ts';
import type { Event } from '../operation.ts';
import type { Route } from '../route.ts';
import { parseIfMatch } from '../version.ts';
import { bodyOf } from './body.ts';
import { faultsOf, unknownField } from './fieldErrors.ts';
import { headerOf } from './header.ts';

/** Gives the call what its row describes, or tells every fault at once. An id that can't exist is one that doesn't. */
export function validation(route: Route): MiddlewareObj<Event> {
  const { body, query, params } = route;
  return {
    before: ({ event }) => {
      const errors: FieldError[] = [];
      const { sent = {} } = { sent: bodyOf(event) };
      const call = {
        body: check(body, sent, 'body', errors),
        query: check(query, queryOf(event, errors), 'query', errors),
        ifMatch: parseIfMatch(headerOf(event, 'if-match')),
      };
      const key = route.idempotent && headerOf(event, 'idempotency-key');
      if (key !== undefined && !isIdempotencyKey(key)) errors.push({ field: 'Idempotency-Key', message: malformedKey });
      if (errors.length > 0) throw new ApiError('invalid_request', summary(errors), { errors });
      const inPath = event.pathParameters ?? {};
      const found = params ? z.safeParse(params, inPath) : { success: true, data: inPath };
      if (!found.success) throw notFound('resource');
      const idempotency = key === undefined ? undefined : idempotencyKey(key, event.httpMethod, event.path, sent);
      Object.assign(event.call, call, { params: found.data, idempotency });
    },
  };
}

function check(schema: z.ZodMiniType | undefined, value: unknown, whole: string, errors: FieldError[]) {
  if (!schema) return refuseAll(value, whole, errors);
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  errors.push(...faultsOf(result.error.issues, whole));
}

/** Where a row describes nothing, nothing may be sent; no schema is made to find that out. */
function refuseAll(value: unknown, whole: string, errors: FieldError[]) {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) errors.push({ field: whole, message: 'must be an object' });
  else for (const field of Object.keys(value)) errors.push({ field, message: unknownField });
  return {};
}

function queryOf({ queryStringParameters, multiValueQueryStringParameters }: Event, errors: FieldError[]) {
  for (const [field, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values && values.length > 1) errors.push({ field, message: 'is given more than once' });
  }
  return queryStringParameters ?? {};
}

function summary([first, ...more]: FieldError[]) {
  const rest = more.length > 0 ? ` (and ${more.length} more, see errors)` : '';
  return `${first?.field}: ${first?.message}${rest}`;
}
