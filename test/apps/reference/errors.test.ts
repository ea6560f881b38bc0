import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../apps/reference/openapi/catalogue.ts';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { errorsPage } from '../../../infra/write/errorsPage.ts';
import { statusOf } from '../../../lib/api/errors.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

test('the errors page is up to date', () => {
  expect(page).toBe(errorsPage());
});

test('the page lists exactly the operations that accept an Idempotency-Key', () => {
  const keyed = /These operations accept one:\s+(.*)\./.exec(page)?.[1]?.replaceAll('`', '').split(', ');
  expect(keyed?.sort()).toEqual([
    'adjustStock',
    'createCredit',
    'createPayment',
    'createTenant',
    'createUser',
    'issueKey',
    'issueOwnKey',
    'placeOrder',
    'returnShipment',
    'splitShipment',
  ]);
  for (const { fix } of Object.values(catalogue))
    expect(fix).not.toMatch(/same Idempotency-Key(?! if the operation accepts one)/);
});

test('an error that a change can fix may be retried after the change', () => {
  expect(catalogue.owner_permissions.retry).toBe('after a change');
});

test('the page has one section for each code', () => {
  expect([...sections.keys()]).toEqual(Object.keys(statusOf));
  expect(Object.keys(catalogue).sort()).toEqual(Object.keys(statusOf).sort());
});

describe.each(Object.entries(statusOf))('%s', (code, status) => {
  test('has its status, meaning, fix and retry advice', () => {
    const section = sections.get(code);
    expect(section).toContain(`**${status}.** `);
    for (const field of ['meaning', 'fix'] as const)
      expect(section).toContain(catalogue[code as keyof typeof catalogue][field]);
    expect(section).toMatch(/\*\*Retry\?\*\* (No\.|Yes\.|Don't retry unchanged\.) /);
    expect(page).toContain(`| [\`${code}\`](#${code}) | ${status} | `);
  });

  test('is in the API document', () => {
    const { components, 'x-errors': errors } = openApiDocument();
    expect(errors[code]).toMatchObject({ status, meaning: expect.any(String), fix: expect.any(String) });
    expect(components.schemas.Failure?.properties?.code?.enum).toContain(code);
  });
});
