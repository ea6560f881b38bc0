import { expect, test } from '@jest/globals';

import { read, update } from '../support/orders.ts';
import { aWebhookStore, deliverDue, placeOne } from '../support/webhooks.ts';

test.each([
  ['a rejection', false, true],
  ['an authorization', true, false],
])('%s by a person survives later changes and the response of the webhook', async (_, authorized, answered) => {
  const store = await aWebhookStore({ body: { authorized: answered } });
  const number = await placeOne(store);
  await update(store, number, { authorized });
  await update(store, number, { visible: false });
  expect(await deliverDue(store)).toMatchObject([{ state: 'delivered' }]);
  expect(await read(store, number)).toMatchObject({ authorized, visible: false });
});
