import * as z from 'zod/mini';
import { isObject } from '../values/json.ts';
import { bodyOf } from './body.ts';
import { type Auth, type Event, headerOf, type Middleware } from './call.ts';
import { withoutEmptyFields } from './emptyFields.ts';
import { ApiError, type FieldError, invalidRequest, notFound } from './errors.ts';
import { fieldErrorsOf, fieldName, unknownField } from './fieldErrors.ts';
import { idempotencyKey, idempotencyKeyRule, isIdempotencyKey } from './idempotency.ts';
import type { ServedRoute } from './route.ts';
import { ifNoneMatchRule, isAnyVersion, parseIfMatch } from './version.ts';

/** Validates the request against its route and reports all errors at once. A malformed ID in the path returns a 404. */
export const validation = (route: ServedRoute): Middleware => ({
  before: ({ event }) => {
    const errors: FieldError[] = [];
    const sent = sentBody(event, route, errors);
    const body = check(route.body, sent, 'body', errors);
    const query = check(route.query, queryOf(event, errors), 'query', errors);
    const createOnly = isCreateOnly(event, route, errors);
    const key = idempotencyHeader(event, route, errors);
    const actor = actorOf(event, route, errors);
    if (errors.length > 0) throw invalidRequest(errors);
    const auth = event.auth as Auth;
    event.call = {
      ...auth,
      by: { ...auth.by, actor: actor ?? auth.by.actor },
      params: paramsOf(event, route),
      query,
      body,
      idempotency: key === undefined ? undefined : idempotencyKey(key, event.httpMethod, event.path, sent as object),
      ifMatch: parseIfMatch(headerOf(event, 'if-match')),
      createOnly,
    };
  },
});

function isCreateOnly(event: Event, { createdStatus }: ServedRoute, errors: FieldError[]): boolean {
  const header = createdStatus && headerOf(event, 'if-none-match');
  if (header !== undefined && !isAnyVersion(header)) errors.push({ field: 'If-None-Match', message: ifNoneMatchRule });
  return header !== undefined;
}

function idempotencyHeader(event: Event, { idempotent }: ServedRoute, errors: FieldError[]): string | undefined {
  const header = idempotent && headerOf(event, 'idempotency-key');
  const isInvalid = header !== undefined && !isIdempotencyKey(header);
  if (isInvalid) errors.push({ field: 'Idempotency-Key', message: idempotencyKeyRule });
  return header;
}

/** Who acts on the caller's side. A request that changes nothing has no actor. */
function actorOf(event: Event, { method }: ServedRoute, errors: FieldError[]): string | null {
  const header = method === 'GET' ? undefined : headerOf(event, 'x-actor');
  const isKnown = header !== undefined && (event.auth as Auth).by.user !== null;
  if (isKnown)
    errors.push({ field: 'X-Actor', message: 'must not be sent with a staff key, which names its user as the actor' });
  else if (header !== undefined && !isActor(header)) errors.push({ field: 'X-Actor', message: actorRule });
  return header ?? null;
}

/** The body without empty values that mean nothing. Beside one that clears a field, they are errors: nobody should clear by accident. */
function sentBody(event: Event, { body, method }: ServedRoute, errors: FieldError[]): unknown {
  const isPatch = method === 'PATCH';
  const { value, removed } = withoutEmptyFields(body, bodyOf(event), isPatch);
  const cleared = isPatch ? Object.entries(value ?? {}).find(([, sent]) => sent === null || sent === '') : undefined;
  if (cleared) errors.push(...removed.map((field) => ({ field, message: emptyRule(cleared[0]) })));
  return value;
}

const emptyRule = (cleared: string) => `must not be empty in a request that clears \`${cleared}\`; leave this field out`;

const isActor = (header: string) => /^[\x21-\x7e]{1,100}$/.test(header);

export const actorRule = 'must be 1 to 100 visible ASCII characters';

function paramsOf({ pathParameters }: Event, { params, path }: ServedRoute): unknown {
  if (!params) return pathParameters;
  const { success, data, error } = z.safeParse(params, pathParameters);
  if (!success) throw invalidPath(path, error.issues[0]?.message);
  return data;
}

/** `/v1/management/order/{number}/payment/` is about an order with this number. Says the schema's rule, if it has one. */
function invalidPath(path: string, rule = 'Invalid input'): ApiError {
  const [, noun, parameter] = /([a-z]+)\/\{(\w+)\}/.exec(path) ?? [];
  const name = parameter === 'sku' ? 'SKU' : parameter;
  return rule === 'Invalid input'
    ? notFound(`${noun} with this ${name}`)
    : new ApiError('not_found', `The ${noun} ${name} ${rule}.`);
}

function check(schema: z.ZodMiniType | undefined, value: unknown, whole: string, errors: FieldError[]) {
  if (!schema) return rejectAll(value, whole, errors);
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  errors.push(...fieldErrorsOf(result.error.issues, whole, schema));
}

/** Accepts no field. An empty schema would do the same, but cost time to build. */
function rejectAll(value: unknown, whole: string, errors: FieldError[]) {
  if (!isObject(value)) errors.push({ field: whole, message: 'must be an object' });
  else for (const field of Object.keys(value)) errors.push({ field: fieldName(field), message: unknownField(whole, []) });
  return {};
}

/** A form sends an empty parameter for a field that was not filled in. */
function queryOf({ queryStringParameters, multiValueQueryStringParameters }: Event, errors: FieldError[]) {
  for (const [field, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values && values.length > 1) errors.push({ field: fieldName(field), message: 'must be sent only once' });
  }
  return Object.fromEntries(Object.entries(queryStringParameters ?? {}).filter(([, value]) => value !== ''));
}
