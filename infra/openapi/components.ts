import { statusOf } from '../../lib/errors.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

/** The answer that is no success, whatever the operation. */
const failure = {
  type: 'object',
  description: 'Any answer that is no success.',
  properties: {
    result: { const: 'error', description: 'Tells it from a success.' },
    description: text('What is wrong, for a person.'),
    code: { enum: Object.keys(statusOf), description: 'What is wrong, for a program.' },
    request_id: text('The id of the request, as in `X-Request-Id`.'),
    errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' }, description: 'Every fault of what was sent.' },
    max: { type: 'number', description: 'The most that could be paid or refunded.' },
    reason: text('Why the store takes no orders.'),
    stock: { type: 'array', items: { $ref: '#/components/schemas/Shortage' }, description: 'Each product that is short.' },
  },
  required: ['result', 'description', 'code', 'request_id'],
  additionalProperties: false,
};

export const schemas = {
  DateTime: text('RFC 3339 in UTC, to the millisecond.', {
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    examples: ['2026-01-31T12:00:00.000Z'],
  }),
  Failure: failure,
  FieldError: {
    type: 'object',
    description: 'A field and its fault.',
    properties: { field: text('Where it is, like `lines[0].quantity`.'), message: text('What is wrong with it.') },
    required: ['field', 'message'],
    additionalProperties: false,
  },
  Shortage: {
    type: 'object',
    description: 'A product of which there is too little.',
    properties: {
      sku: text('The SKU of the product.'),
      requested: { type: 'integer', description: 'How many were asked for.' },
      available: { type: 'integer', minimum: 0, description: 'How many there are.' },
    },
    required: ['sku', 'requested', 'available'],
    additionalProperties: false,
  },
};

export const headers = {
  'X-Request-Id': { description: 'The id of the request, for questions about it.', required: true, schema: { type: 'string' } },
  ETag: {
    description: 'The version, to be sent as `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"\\d+"$' },
  },
  Link: {
    description: 'The next page, where there is one: `<…>; rel="next"`.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
  },
  'Idempotent-Replayed': {
    description: 'This answer repeats that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': {
    description: 'How many seconds to wait.',
    required: true,
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
};

const header = (name: string, description: string, schema: object) => ({ name, in: 'header', description, schema });

export const parameters = {
  'Idempotency-Key': header(
    'Idempotency-Key',
    'Makes it safe to send this request again: with the same key and body it has one effect, and the same answer, for ever. With another body it is refused.',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  ),
  'If-Match': header('If-Match', 'The ETag that the change was decided on. Where it no longer holds, nothing is changed.', {
    type: 'string',
  }),
};

const apiKey = (description: string) => ({ type: 'apiKey', in: 'header', name: 'X-API-KEY', description });

export const securitySchemes = {
  platform: apiKey('A platform key, `sp_live_…`. It reaches every tenant: handle it with care.'),
  management: apiKey('A management key of one tenant, `sm_live_…`.'),
};
