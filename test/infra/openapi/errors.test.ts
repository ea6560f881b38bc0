import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../infra/openapi/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { errorsPage } from '../../../infra/openapi/errorsPage.ts';
import { statusOf } from '../../../lib/errors.ts';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);

test('the page of errors is the one that the catalogue gives', () => {
  expect(page).toBe(errorsPage());
});

test('the page names the operations that take an Idempotency-Key, and those alone', () => {
  const keyed = /where it takes one: (.*)\./.exec(page)?.[1]?.replaceAll('`', '').split(', ');
  expect(keyed?.sort()).toEqual(['adjustStock', 'createPayment', 'createTenant', 'createUser', 'issueKey', 'placeOrder']);
  for (const { mend } of Object.values(catalogue)) expect(mend).not.toMatch(/same Idempotency-Key(?! where it takes one)/);
});

test('what can be mended by a change may be sent again after it', () => {
  expect(catalogue.owner_permissions.retry).toBe('after a change');
});

test('every code has a section, and there is no other', () => {
  expect([...sections.keys()]).toEqual(Object.keys(statusOf));
  expect(Object.keys(catalogue).sort()).toEqual(Object.keys(statusOf).sort());
});

describe.each(Object.entries(statusOf))('%s', (code, status) => {
  test('is told with its status, its meaning, what to do, and whether to send it again', () => {
    const section = sections.get(code);
    expect(section).toContain(`**${status}.** `);
    for (const field of ['meaning', 'mend'] as const)
      expect(section).toContain(catalogue[code as keyof typeof catalogue][field]);
    expect(section).toMatch(/\*\*Send it again\?\*\* (No|Yes|As it is),/);
    expect(page).toContain(`| [\`${code}\`](#${code}) | ${status} | `);
  });

  test('stands in the document, among all codes', () => {
    const { info, components } = openApiDocument();
    expect(info.description).toContain(`| \`${code}\` | ${status} | `);
    expect(components.schemas.Failure?.properties?.code?.enum).toContain(code);
  });
});
