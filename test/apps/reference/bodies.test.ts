import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { routes } from '../../../lib/routes.ts';
import { aStore, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has no type of its own
const document = openApiDocument() as any;
const withBody = routes.filter(({ body }) => body);

const store = await aStore();

describe.each(withBody)('$id', ({ id, caller, path, method }) => {
  const { requestBody } = document.paths[path][method.toLowerCase()];

  test.each([undefined, {}])('accepts an empty body (%j) only if the document does', async (body) => {
    const as = caller === 'platform' ? platform : store.key;
    const params = { id: store.tenant.id, number: '1001', sku: 'TEA', name: 'confirm-order' };
    const query = { ...(id === 'overrideAvailability' && { available: 'true' }) };
    const { status } = await call(id, { as, params, query, ...(body && { body }) });
    expect(status === 400).toBe(requestBody.required);
  });

  test('requires a field if its body is required', () => {
    const { $ref } = requestBody.content['application/json'].schema;
    const { required = [], minProperties = 0 } = document.components.schemas[$ref.split('/').at(-1)];
    expect(required.length + minProperties > 0).toBe(requestBody.required);
  });
});
