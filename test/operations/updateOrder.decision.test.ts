import { expect, test } from '@jest/globals';

import { read, update } from '../support/orders.ts';
import { aHookedStore, deliverDue, placed } from '../support/webhooks.ts';

test.each([
  ['a rejection', false, true],
  ['an authorization', true, false],
])('%s by a person survives later changes and the response of the webhook', async (_, authorized, answered) => {
  const store = await aHookedStore({ body: { authorized: answered } });
  const number = await placed(store);
  await update(store, number, { authorized });
  await update(store, number, { visible: false });
  expect(await deliverDue(store)).toMatchObject([{ state: 'delivered' }]);
  expect(await read(store, number)).toMatchObject({ authorized, visible: false });
});
