import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { documentSchemas, escaped } from '../../../apps/reference/openapi/documentSchemas.ts';
import { nameOf } from '../../../apps/reference/openapi/schemas.ts';
import { routes } from '../../../lib/routes.ts';
import { generatorFor } from '../../support/generateBody.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document has no type of its own
const document = openApiDocument() as any;
const generate = generatorFor(document);
const { faults } = documentSchemas(document);
const withBody = routes.flatMap(({ body, ...route }) => (body ? [{ ...route, body }] : []));

/** Rules that JSON Schema cannot express. */
const unsayable = /must (not )?be in the future|must be at most (a day|90 days) in the future/;

describe.each(withBody)('$id', ({ id, method, path, body }) => {
  const place = `/paths/${escaped(path)}/${method.toLowerCase()}/requestBody`;

  test('accepts every body that the document allows', () => {
    const valid = generate(document.components.schemas[nameOf(id)]).filter((one) => faults(place, one).length === 0);
    fc.assert(
      fc.property(valid, (one) => {
        const issues = z.safeParse(body, one).error?.issues ?? [];
        expect(issues.filter(({ message }) => !unsayable.test(message))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
