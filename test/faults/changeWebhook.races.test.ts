import { expect, test } from '@jest/globals';
import { suspend } from '../support/actors.ts';
import type { Answer } from '../support/call.ts';
import { fakeClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { aFollowedStore, setFollower } from '../support/followers.ts';
import { afterReply, beforeCall, interruptReads, withFaults } from '../support/injectFault.ts';
import {
  aDelivery,
  aWebhookStore,
  newSecret,
  onlyDelivery,
  redeliver,
  resumeDeliveries,
  runDelivery,
  setUrl,
  type WebhookStore,
  webhookOf,
} from '../support/webhooks.ts';

const clocks = fakeClocks();
const otherUrl = ({ receiver }: WebhookStore) => `${receiver.url}/other`;

test('a URL that is set while the secret is replaced is kept, and so is the secret', async () => {
  const [one, other] = [await aWebhookStore(), await aWebhookStore()];
  const secret = await interruptReads(
    () => newSecret(one),
    () => setUrl(one, otherUrl(one)),
  );
  expect(await webhookOf(one)).toMatchObject({ url: otherUrl(one), secret_last_four: secret.slice(-4) });
  let replaced = '';
  await interruptReads(
    () => setUrl(other, otherUrl(other)),
    async () => {
      replaced = await newSecret(other);
    },
  );
  expect(await webhookOf(other)).toMatchObject({ url: otherUrl(other), secret_last_four: replaced.slice(-4) });
});

test('a delivery stays due if it is redelivered while it is being parked', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  clocks.advance(1);
  const again = afterReply(() => redeliver(store, delivery.id));
  const { injected } = await withFaults([{ command: 'BatchGetItem', fault: again }], () => runDelivery(store, delivery));
  expect([injected, (await onlyDelivery(store)).state]).toEqual([1, 'pending']);
});

test('a check of parked deliveries that is requested during another one stays due', async () => {
  const store = await aWebhookStore();
  await resumeDeliveries(store);
  await setUrl(store, store.receiver.url);
  clocks.advance(1);
  const again = afterReply(() => setUrl(store, store.receiver.url));
  const { injected } = await withFaults([{ command: 'Query', fault: again }], () => resumeDeliveries(store));
  const [item] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect([injected, item?.due]).toEqual([1, new Date().toISOString()]);
});

test('a follower that is removed while the suspension of its store ends stays removed', async () => {
  const store = await aFollowedStore();
  const read = Promise.withResolvers<void>();
  let ended: Promise<unknown> = Promise.resolve();
  const suspension = beforeCall(async () => {
    await suspend(store, true);
    ended = interruptReads(
      () => suspend(store, false),
      async () => undefined,
      async () => {
        read.resolve();
        await removed;
      },
    );
    await read.promise;
  });
  const removed = withFaults([{ command: 'TransactWriteItems', fault: suspension }], () => setFollower(store, { url: null }));
  const { result, injected } = await removed;
  expect([result.status, injected, (await ended) as Answer]).toMatchObject([200, 1, { status: 200 }]);
  expect(await itemsOf(store, 'WEBHOOK#order-changed')).toEqual([]);
});
