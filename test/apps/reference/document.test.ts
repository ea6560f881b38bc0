import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument, webhookDocument } from '../../../apps/reference/openapi/document.ts';
import { codesOf } from '../../../apps/reference/openapi/responses.ts';
import { statusOf } from '../../../lib/api/errors.ts';
import { routes } from '../../../lib/routes.ts';
import { maxTries } from '../../../lib/webhook/schedule.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has no type of its own
const document = openApiDocument() as any;
const webhooks = webhookDocument();
const operationOf = ({ path, method }: { path: string; method: string }) => document.paths[path][method.toLowerCase()];

/** Some paths of the contract end in a slash, the fields that a rule names are beside it, and webhooks have no server. */
const rules = {
  'no-path-trailing-slash': 'off',
  'no-required-schema-properties-undefined': 'off',
  'no-empty-servers': 'off',
} as const;

async function problemsOf(given: object) {
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(given), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

test.each([document, webhooks])('an independent validator accepts the document (case %#)', async (one) => {
  expect(await problemsOf(one)).toEqual([]);
});

test('the validator detects a missing response and an example that does not match its schema', async () => {
  const broken = structuredClone(document);
  broken.components.schemas.Payment.properties.total.type = 'string';
  broken.paths['/v1/management/tenant'].get.responses = {};
  const problems = (await problemsOf(broken)).join('\n');
  expect(problems).toMatch(/no-invalid-media-type-examples.*payment/);
  expect(problems).toMatch(/operation-4xx-response/);
});

test('contains every operation once, with the tag of its section', () => {
  const written = Object.entries(document.paths as object).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const rows = routes.map(({ method, path }) => `${method.toLowerCase()} ${path}`);
  rows.push('get /health');
  expect(written.sort()).toEqual(rows.sort());
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const route of routes) {
    expect(operationOf(route).tags).toEqual([route.place[0]]);
    expect(tags).toContain(route.place[0]);
  }
});

test('no two operations have the same place', () => {
  const places = routes.map(({ place }) => place.join());
  expect(new Set(places).size).toBe(places.length);
});

describe.each(routes)('$id', (route) => {
  test('documents its key, headers and error codes', () => {
    const { security, parameters, responses } = operationOf(route);
    expect(security).toEqual([{ [route.caller]: [route.scope, route.secondScope].filter(Boolean) }]);
    const headers = parameters.flatMap(({ $ref = '' }) => /Idempotency-Key|If-Match/.exec($ref) ?? []);
    expect(headers.includes('Idempotency-Key')).toBe(route.idempotent === true);
    for (const code of codesOf(route)) {
      const { $ref } = responses[statusOf[code]];
      const answer = $ref ? document.components.responses[$ref.split('/').at(-1)] : responses[statusOf[code]];
      expect(Object.keys(answer.content['application/json'].examples)).toContain(code);
    }
  });

  test('has examples of its body and its response', () => {
    const { requestBody, responses } = operationOf(route);
    const contents = [requestBody, responses[route.status]].filter(Boolean).map(({ content }) => content['application/json']);
    for (const { examples } of contents) expect(Object.keys(examples).length).toBeGreaterThan(0);
  });
});

type Field = { $ref?: string; description?: string };

/** Yields every field at any depth, with its path. A schema without a type only has rules for the fields of another one. */
function* fieldsIn(value: unknown, path: string): Generator<[string, Field]> {
  if (typeof value !== 'object' || value === null) return;
  const hasFields = 'type' in value || 'allOf' in value;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'properties' && hasFields)
      for (const [field, schema] of Object.entries(inner)) yield [`${path}.${field}`, schema as Field];
    if (!name.startsWith('example')) yield* fieldsIn(inner, `${path}.${name}`);
  }
}

const parametersOf = (id: string): ({ name: string; in: string } & Field)[] =>
  Object.values(document.paths as Record<string, object>)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)?.parameters ?? [];

test('every field and every parameter has a description', () => {
  const parameters = routes.flatMap(({ id }) => parametersOf(id).map((each) => [`${id}.${each.name}`, each] as const));
  const { components, paths } = document;
  const undescribed = [...fieldsIn({ components, paths, webhooks }, 'document'), ...parameters].filter(
    ([, { $ref, description }]) => !$ref && !description,
  );
  expect(undescribed.map(([path]) => path)).toEqual([]);
});

test('the webhook documents its maximum number of attempts', () => {
  expect(webhooks.webhooks['confirm-order']?.post.description).toContain(`${maxTries} times at most`);
});

const takesIfMatch = [
  ...['updateTenant', 'setStorePlan', 'setStoreFront', 'linkDomain'],
  ...['updateOrder', 'createPayment', 'createCredit', 'cancelPart', 'splitShipment', 'returnShipment'],
];

test.each(routes)('$id documents If-Match, If-None-Match and 201 where they apply', (route) => {
  const { parameters, responses } = operationOf(route);
  const taken = parameters.some(({ $ref = '' }) => $ref.endsWith('/If-Match'));
  expect(taken).toBe(takesIfMatch.includes(route.id));
  const takesIfNoneMatch = parameters.some(({ $ref = '' }) => $ref.endsWith('/If-None-Match'));
  expect(takesIfNoneMatch).toBe(route.id === 'putProduct');
  expect('201' in responses).toBe(route.id === 'putProduct' || route.status === 201);
});

describe('the schema of an input', () => {
  const { UpdateLegal, PutProduct, CreatePayment } = document.components.schemas;

  test('has the rules of a field apart from its description', () => {
    const { description, 'x-rules': rules } = PutProduct.properties.name;
    expect(description).toBe('The name of the product.');
    expect(rules).toEqual([
      'must not be blank',
      'must have at most 200 characters',
      'must not contain control characters or invalid Unicode',
    ]);
  });

  test('has the rule of a field only at the field', () => {
    expect(CreatePayment).not.toHaveProperty('x-rules');
    expect(UpdateLegal['x-rules']).toEqual([expect.stringContaining('must contain at least one of')]);
  });
});
