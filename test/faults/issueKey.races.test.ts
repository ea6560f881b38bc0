import { expect, test } from '@jest/globals';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { interruptReads } from '../support/injectFault.ts';

holdClocks();

const issue = (id: string) => call('issueKey', { as: platform, params: { id }, body: {} });

test('issues no key if the tenant is renamed in the meantime', async () => {
  const tenant = await aTenant();
  const rename = () => call('updateTenant', { as: platform, params: { id: tenant.id }, body: { name: uniqueName() } });
  expect(await interruptReads(() => issue(tenant.name), rename)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await itemsOf({ tenant }, 'KEY#')).toEqual([]);
});

test('issues no key for an unknown tenant', async () => {
  const tenant = { id: 'ten_0123456789abcdefghjkmnpqrs' };
  expect(await issue(tenant.id)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await itemsOf({ tenant })).toEqual([]);
});
