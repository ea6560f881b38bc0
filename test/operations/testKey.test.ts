import { expect, test } from '@jest/globals';
import { platform } from '../support/actors.ts';
import { call } from '../support/call.ts';

test('testKey returns exactly the specified body', async () => {
  const { status, body } = await call('testKey', { as: platform });
  expect({ status, body }).toEqual({ status: 200, body: { result: 'success', payload: {} } });
});

test('a request without a key learns nothing about the body, the query or the resource', async () => {
  const params = { id: 'nothing' };
  expect(await call('updateTenant', { params, body: '{"broken', query: { no: '1' } })).toMatchObject({ status: 401 });
  expect(await call('updateTenant', { params, body: 'x'.repeat(300_000) })).toMatchObject({ status: 401 });
});
