import { expect, test } from '@jest/globals';
import * as story from '../../infra/smoke/story.ts';
import { routes } from '../../lib/routes.ts';
import { uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aReceiver } from '../support/receiver.ts';
import { storyCaller } from '../support/storyCaller.ts';

test('the operations that honour If-Match, and only they, reject an outdated version', async () => {
  const rejected = new Set<string>();
  const caller = storyCaller(async (id, options = {}) => {
    const answer = await call(id, { ...options, headers: { ...options.headers, 'If-Match': '"99"' } });
    if (answer.code !== 'version_mismatch') return answer;
    rejected.add(id);
    return call(id, options);
  });
  const name = uniqueName();
  await story.openStore(caller, { name, host: `${name}.example.com` });
  const receiver = await aReceiver({ body: { rates: [{ id: 'post', name: 'Post', price: 4 }] } });
  await story.addProduct(caller);
  await story.setHours(caller);
  await story.setWebhooks(caller, receiver.url);
  await story.addUser(caller);
  const order = await story.placeOrder(caller);
  for (const chapter of [story.payOrder, story.shipOrder]) await chapter(caller, order);
  await story.changeOrders(caller);
  await story.manageKeys(caller);
  const honouring = routes.filter(({ ifMatch }) => ifMatch).map(({ id }) => id);
  expect([...rejected].sort()).toEqual(honouring.sort());
});
