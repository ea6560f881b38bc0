import { expect, test } from '@jest/globals';

import { aWebhookStore, deliverDue, placeOne } from '../../support/webhooks.ts';

test.each([
  ['an emoji across the limit', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\uFFFD`],
  ['an emoji before the limit', `${'x'.repeat(498)}😀x`, `${'x'.repeat(498)}😀`],
  ['exactly the limit', 'x'.repeat(500), 'x'.repeat(500)],
  ['over the limit', 'x'.repeat(501), 'x'.repeat(500)],
])('keeps the first 500 characters of a response as valid text: %s', async (_, body, kept) => {
  const store = await aWebhookStore({ status: 500, body });
  await placeOne(store);
  const [delivery] = await deliverDue(store);
  expect(delivery?.attempts).toMatchObject([{ status: 500, answer: kept }]);
});
