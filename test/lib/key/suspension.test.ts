import { expect, test } from '@jest/globals';
import { aStore, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';

const clocks = fakeClocks();

test('keys stop within 30 seconds of a suspension, and work again within 30 seconds of its end', async () => {
  const { tenant, key } = await aStore();
  const suspend = (suspended: boolean) =>
    call('updateTenant', { as: platform, params: { id: tenant.id }, body: { suspended } });
  const read = async () => (await metered(() => call('getAvailability', { as: key }))).result.status;
  expect(await read()).toBe(200);
  await suspend(true);
  expect(await read()).toBe(200);
  // A write that would outlive the key reads it again.
  expect(await call('updateLegal', { as: key, body: { vat_id: '1' } })).toMatchObject({ code: 'tenant_suspended' });
  clocks.advance(30);
  expect(await read()).toBe(403);
  expect((await metered(() => call('getAvailability', { as: key }))).calls).toBe(0);
  await suspend(false);
  clocks.advance(30);
  expect(await read()).toBe(200);
});

test('a suspended tenant that is over its quota gets 429', async () => {
  const { tenant, key } = await aStore();
  await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { suspended: true } });
  process.env.QUOTAS = '{"plan1":0}';
  const answer = await call('getAvailability', { as: key });
  delete process.env.QUOTAS;
  expect(answer).toMatchObject({ status: 429, code: 'rate_limited' });
});
