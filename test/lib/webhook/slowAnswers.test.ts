import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { isBackingOff, recordSlowAnswer, recordSuccess } from '../../../lib/webhook/breaker.ts';
import { getWebhookItem } from '../../../lib/webhook/settings.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';

const name = 'calculate-shipping-rates';

async function aWebhook() {
  const { tenant, key } = await aStore();
  await call('changeWebhook', { as: key, params: { name }, body: { url: 'https://shop.example.com/rates' } });
  const id = tenant.id as TenantId;
  return { id, read: () => getWebhookItem(id, name) };
}

test('the fifth slow response in a row starts a back-off of 30 seconds', async () => {
  const { id, read } = await aWebhook();
  const now = new Date();
  for (let i = 0; i < 4; i++) await recordSlowAnswer(id, name, await read(), now);
  expect(isBackingOff(await read(), now)).toBe(false);
  await recordSlowAnswer(id, name, await read(), now);
  const item = await read();
  expect(item.slow).toBe(true);
  expect(isBackingOff(item, new Date(now.getTime() + 29_999))).toBe(true);
  expect(isBackingOff(item, new Date(now.getTime() + 30_000))).toBe(false);
});

test('a fast response in between starts the count again', async () => {
  const { id, read } = await aWebhook();
  for (let i = 0; i < 9; i++) {
    if (i === 4) await recordSuccess(id, name, new Date(), { slow: false });
    else await recordSlowAnswer(id, name, await read(), new Date());
  }
  expect(isBackingOff(await read(), new Date())).toBe(false);
});
