import type { Components } from './schemas.ts';

/** The health check, the only documented path that needs no key. */
export const healthPath = {
  get: {
    operationId: 'health',
    summary: 'Check the health of the service',
    description: 'Needs no key. Reads the database once.',
    tags: ['Health'],
    security: [],
    responses: {
      200: {
        description: 'The service can read its database.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/HealthResult' },
            example: { payload: { status: 'ok' } },
          },
        },
      },
      429: { $ref: '#/components/responses/RateLimited' },
      503: { $ref: '#/components/responses/TemporarilyUnavailable' },
    },
  },
};

export const healthSchemas: Components = {
  HealthResult: {
    type: 'object',
    description: 'The response to: Check the health of the service.',
    properties: { payload: { $ref: '#/components/schemas/HealthPayload' } },
    required: ['payload'],
  },
  HealthPayload: {
    type: 'object',
    description: 'The payload of: Check the health of the service.',
    properties: { status: { type: 'string', const: 'ok', description: 'Always `ok`.' } },
    required: ['status'],
  },
};

export const healthTag = { name: 'Health', description: 'For monitors and load balancers.' };
