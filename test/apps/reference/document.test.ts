import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument, webhookDocument } from '../../../apps/reference/openapi/document.ts';
import { routes } from '../../../lib/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has no type of its own
const document = openApiDocument() as any;
const webhooks = webhookDocument();

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

test('no two operations have the same place', () => {
  const places = routes.map(({ place }) => place.join());
  expect(new Set(places).size).toBe(places.length);
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

test('every field and every parameter has a description', () => {
  const parametersOf = ({ id, path, method }: (typeof routes)[number]): [string, Field][] =>
    document.paths[path][method.toLowerCase()].parameters.map((each: { name: string }) => [`${id}.${each.name}`, each]);
  const parameters = routes.flatMap(parametersOf);
  const { components, paths } = document;
  const undescribed = [...fieldsIn({ components, paths, webhooks }, 'document'), ...parameters].filter(
    ([, { $ref, description }]) => !$ref && !description,
  );
  expect(undescribed.map(([path]) => path)).toEqual([]);
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
