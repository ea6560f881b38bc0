import { expect, test } from '@jest/globals';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import type { Schema } from '../../../apps/reference/openapi/schemas.ts';
import { fieldRow, simplified } from '../../../apps/reference/site/fields.ts';

const limitsOf = (field: Schema) => {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = simplified(field);
  return [minLength, maxLength, minimum, maximum, minItems, maxItems].filter((limit) => limit !== undefined);
};

test('every limit of a field is shown, beside its rules', () => {
  const schemas = Object.values(openApiDocument().components.schemas as Record<string, Schema>);
  const fields = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
  const hidden = fields.filter(([name, field]) => {
    const { html } = fieldRow('field', name, field, false);
    const shown = /<span class="limits">.*?(?=<details>|<\/dd>)/s.exec(html)?.[0].replaceAll(',', '') ?? '';
    return !limitsOf(field).every((limit) => shown.includes(`${limit}`));
  });
  expect(fields.filter(([, field]) => limitsOf(field).length > 0).length).toBeGreaterThan(50);
  expect(hidden).toEqual([]);
});
