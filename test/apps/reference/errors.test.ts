import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { catalogue } from '../../../apps/reference/openapi/catalogue.ts';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { errorsPage } from '../../../infra/write/errorsPage.ts';
import { statusOf } from '../../../lib/api/errors.ts';

const textOf = (guide: string) => readFileSync(new URL(`../../../docs/${guide}.md`, import.meta.url), 'utf8');
const page = textOf('errors');

test('the errors page is up to date', () => {
  expect(page).toBe(errorsPage());
});

test('the page on reliable clients lists exactly the operations that accept an Idempotency-Key', () => {
  const [, list] = /These operations accept an `Idempotency-Key`:\n(.*)\n/.exec(textOf('reliable-clients')) ?? [];
  const keyed = list?.replaceAll('`', '').split(', ');
  expect(keyed?.sort()).toEqual([
    'adjustStock',
    'cancelPart',
    'createCredit',
    'createPayment',
    'createTenant',
    'createUser',
    'issueKey',
    'issueOwnKey',
    'issueStaffKey',
    'placeOrder',
    'returnShipment',
    'splitShipment',
  ]);
  for (const { fix } of Object.values(catalogue))
    expect(fix).not.toMatch(/same Idempotency-Key(?! if the operation accepts one)/);
});

test.each(Object.entries(statusOf))('%s is in the API document', (code, status) => {
  const { components, 'x-errors': errors } = openApiDocument();
  expect(errors[code]).toMatchObject({ status, meaning: expect.any(String), fix: expect.any(String) });
  expect(components.schemas.Failure?.properties?.code?.examples).toContain(code);
});
