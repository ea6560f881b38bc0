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
            schema: {
              type: 'object',
              properties: {
                payload: {
                  type: 'object',
                  properties: { status: { const: 'ok', description: 'Always `ok`.' } },
                  required: ['status'],
                  additionalProperties: false,
                },
              },
              required: ['payload'],
              additionalProperties: false,
            },
            example: { payload: { status: 'ok' } },
          },
        },
      },
      429: { $ref: '#/components/responses/RateLimited' },
      503: { $ref: '#/components/responses/TemporarilyUnavailable' },
    },
  },
};

export const healthTag = { name: 'Health', description: 'For monitors and load balancers.' };
