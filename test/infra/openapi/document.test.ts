import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { codesOf } from '../../../infra/openapi/responses.ts';
import { sections } from '../../../infra/openapi/sections.ts';
import { statusOf } from '../../../lib/errors.ts';
import { pathsOf } from '../../../lib/router.ts';
import { routes } from '../../../lib/routes.ts';
import { maxAmount } from '../../../lib/values/money.ts';
import { maxTries } from '../../../lib/webhook/schedule.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is whatever it is
const document = openApiDocument() as any;
const operationOf = ({ path, method }: { path: string; method: string }) => document.paths[path][method.toLowerCase()];

/** The specification's own paths end in a slash. */
const rules = { 'no-path-trailing-slash': 'off' } as const;

async function faultsOf(given: object) {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(given), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

test('an independent validator finds no fault in it', async () => {
  expect(await faultsOf(document)).toEqual([]);
});

test('the validator would tell an answer without a schema, and an example that does not fit', async () => {
  const broken = structuredClone(document);
  broken.components.schemas.Payment.properties.total.type = 'string';
  broken.paths['/v1/management/tenant'].get.responses = {};
  const faults = (await faultsOf(broken)).join('\n');
  expect(faults).toMatch(/no-invalid-media-type-examples.*payment/);
  expect(faults).toMatch(/operation-4xx-response/);
});

test('every row stands in it, under each of its paths, and in one section', () => {
  const written = Object.entries(document.paths as object).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const rows = routes.flatMap((route) => pathsOf(route).map((path) => `${route.method.toLowerCase()} ${path}`));
  expect(written.sort()).toEqual(rows.sort());
  const ids = sections.flatMap(({ operations }) => Object.keys(operations));
  expect(ids.sort()).toEqual(routes.map(({ id }) => id).sort());
});

describe.each(routes)('$id', (route) => {
  test('names its key, its headers and each of its codes', () => {
    const { security, parameters, responses } = operationOf(route);
    expect(security).toEqual([{ [route.caller]: [] }]);
    const headers = parameters.flatMap(({ $ref = '' }) => /Idempotency-Key|If-Match/.exec($ref) ?? []);
    expect(headers.includes('Idempotency-Key')).toBe(route.idempotent === true);
    for (const code of codesOf(route)) {
      const { $ref } = responses[statusOf[code]];
      const answer = $ref ? document.components.responses[$ref.split('/').at(-1)] : responses[statusOf[code]];
      expect(answer.content['application/json'].schema.properties.code.enum).toContain(code);
    }
  });

  test('has an example of what is sent and answered', () => {
    const { requestBody, responses } = operationOf(route);
    const contents = [requestBody, responses[route.status]].filter(Boolean).map(({ content }) => content['application/json']);
    for (const { examples } of contents) expect(Object.keys(examples).length).toBeGreaterThan(0);
  });
});

/** Every field of every object below, with the way to it. */
function* fieldsIn(value: unknown, way: string): Generator<[string, { $ref?: string; description?: string }]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'properties') for (const [field, schema] of Object.entries(inner)) yield [`${way}.${field}`, schema as object];
    if (!name.startsWith('example')) yield* fieldsIn(inner, `${way}.${name}`);
  }
}

test('every field and every parameter is explained', () => {
  const parameters = Object.values(document.paths as Record<string, object>).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      parameters.map((each: { name: string }) => [`${operationId}.${each.name}`, each]),
    ),
  );
  const silent = [...fieldsIn(document.components, 'components'), ...fieldsIn(document.paths, 'paths'), ...parameters]
    .filter(([way]) => !/\.payload$/.test(way))
    .filter(([, { $ref, description }]) => !$ref && !description);
  expect(silent.map(([way]) => way)).toEqual([]);
});

test('a webhook is not said to be called for ever', () => {
  expect(document.webhooks['confirm-order'].post.description).toContain(`${maxTries} times at most`);
});

const takesIfMatch = ['updateOrder', 'createPayment', 'updateTenant'];

test.each(routes)('$id takes If-Match where it is told to, and answers 201 where something is new', (route) => {
  const { parameters, responses } = operationOf(route);
  const taken = parameters.some(({ $ref = '' }) => $ref.endsWith('/If-Match'));
  expect(taken).toBe(takesIfMatch.includes(route.id));
  expect('201' in responses).toBe(route.id === 'putProduct' || route.status === 201);
});

describe('of what is sent', () => {
  const { PlaceOrder, UpdateLegal, AddressInput, PutProduct, CreatePayment } = document.components.schemas;

  test.each([PlaceOrder.properties.note, UpdateLegal.properties.vat_id, AddressInput.properties.city])(
    'a text that may be "" is not said to be never empty',
    ({ description }) => expect(description).toMatch(/^(?!.*ot be empty).*Must not be only whitespace/),
  );

  test('a text that may not be "" is', () => {
    expect(PutProduct.properties.name.description).toContain('Must not be empty');
  });

  test('what is wrong with a field is not told of the whole', () => {
    expect(CreatePayment.description).toBe('Create payment or refund: what is sent.');
    expect(UpdateLegal.description).toContain('Must contain at least one of');
  });

  test.each<[string, { anyOf?: object[] }, object]>([
    ['a name', PutProduct.properties.name, { maxLength: 200 }],
    ['a text that may be missing', AddressInput.properties.city, { maxLength: 200 }],
    ['a note', PlaceOrder.properties.note, { maxLength: 2000 }],
    ['a price', PutProduct.properties.price, { minimum: 0, maximum: maxAmount }],
    ['a payment', CreatePayment.properties.total, { minimum: -maxAmount, maximum: maxAmount }],
  ])('%s has its limits in the schema', (_, field, limits) => expect(field).toMatchObject(limits));
});
