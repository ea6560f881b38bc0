import { expect, test } from '@jest/globals';
import { raw } from '../support/raw.ts';

test.each(['/health', '/health/'])('%s needs no key', async (path) => {
  const { status, text, headers } = await raw({ path });
  expect([status, JSON.parse(text)]).toEqual([200, { payload: { status: 'ok' } }]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('other methods are not allowed', async () => {
  const { status, headers } = await raw({ path: '/health', method: 'POST' });
  expect([status, headers.allow]).toEqual([405, 'GET']);
});
