import { keyScopes } from '../../../lib/key/scopes.ts';
import { codes } from './errorCatalogue.ts';
import type { Components } from './schemas.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

const failure = {
  type: 'object',
  description: 'An error. Every error has this shape.',
  properties: {
    result: { type: 'string', const: 'error', description: 'Always `error`.' },
    description: text('A human-readable explanation. The text may change.'),
    code: text('A machine-readable error code. Codes do not change, but later versions may add some.', {
      examples: codes,
    }),
    request_id: text('The ID of the request, as in `X-Request-Id`.'),
    hint: text('Only with `unauthorized`: the usual reasons why a key is rejected.'),
    errors: {
      type: 'array',
      items: { $ref: '#/components/schemas/FieldError' },
      description: 'The invalid fields, at most 100.',
    },
    max: { type: 'number', format: 'double', description: 'The limit that was exceeded.' },
    required: text(
      'The scope that the request needs. A staff key that tries to issue another kind of key gets this error even if it has the scope.',
      { examples: keyScopes },
    ),
    reason: text('Why the store does not accept orders.'),
    stock: {
      type: 'array',
      items: { $ref: '#/components/schemas/Shortage' },
      description: 'The products without enough stock.',
    },
  },
  required: ['result', 'description', 'code', 'request_id'],
};

export const schemas: Components = {
  Failure: failure,
  FieldError: {
    type: 'object',
    description: 'An invalid field.',
    properties: {
      field: text('The path of the field, such as `lines[0].quantity`.'),
      message: text('What is wrong with the field.'),
    },
    required: ['field', 'message'],
  },
  Shortage: {
    type: 'object',
    description: 'A product without enough stock.',
    properties: {
      sku: text('The SKU of the product.'),
      requested: {
        type: 'integer',
        format: 'int64',
        description: 'The number of requested units. If you sent `counted`, the number that orders have reserved.',
      },
      available: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        description: 'The number of available units. If you sent `counted`, that number.',
      },
    },
    required: ['sku', 'requested', 'available'],
  },
};

export const headers = {
  'X-Request-Id': {
    description: 'The ID of the request. Include it when you report a problem.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The version. Send it as `If-Match` to avoid overwriting other changes.',
    required: true,
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  Link: {
    description: 'The next page, if there is one: `<…>; rel="next"`.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
  },
  'Idempotent-Replayed': {
    description: 'The request was already made with this Idempotency-Key. This is the resource as it is now.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description: "The store's quota: `q` management requests per `w` seconds. Missing if there is no quota.",
    schema: { type: 'string', pattern: '^"tenant";q=\\d+;w=\\d+$' },
  },
  RateLimit: {
    description: 'The remaining quota: `r` requests. It resets in `t` seconds.',
    schema: { type: 'string', pattern: '^"tenant";r=\\d+;t=\\d+$' },
  },
  'Retry-After': {
    description: 'The number of seconds to wait before retrying.',
    required: true,
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
};

const header = (name: string, description: string, schema: object) => ({ name, in: 'header', description, schema });

export const parameters = {
  'Idempotency-Key': header(
    'Idempotency-Key',
    'Makes the request safe to retry. A request with the same key, path and body takes effect only once; a repeat returns the same resource as it is now. The key never expires. With another body it is rejected.',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  ),
  'X-Actor': header(
    'X-Actor',
    "Who is acting on your side, such as the ID of a dashboard user. Stored in the order's history and the audit log. Leave it out with a staff key, which names its user.",
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
  ),
  'If-Match': header('If-Match', 'The ETag that you last read. If it is out of date, the request fails and changes nothing.', {
    type: 'string',
  }),
  'If-None-Match': header(
    'If-None-Match',
    'Send `*` to create only. If the resource exists, the request then fails with `already_exists` and changes nothing. Any other value is rejected.',
    { type: 'string', pattern: '^[*]$' },
  ),
};

const apiKey = (description: string) => ({ type: 'apiKey', in: 'header', name: 'X-API-KEY', description });

export const securitySchemes = {
  platform: apiKey('A platform key, `sp_live_…`. It gives access to every tenant, so keep it safe.'),
  management: apiKey('A management key of one tenant, `sm_live_…`. Each operation names the scope that the key needs.'),
};
