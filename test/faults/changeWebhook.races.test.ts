import { expect, test } from '@jest/globals';
import { heldClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { between, meanwhile, withFaults } from '../support/injectFault.ts';
import {
  aHookedStore,
  type HookedStore,
  newSecret,
  placed,
  redeliver,
  resumed,
  setUrl,
  theDelivery,
  webhookOf,
  work,
} from '../support/webhooks.ts';

const clocks = heldClocks();
const otherUrl = ({ receiver }: HookedStore) => `${receiver.url}/other`;

test('a URL that is set while the secret is replaced is kept, and so is the secret', async () => {
  const [one, other] = [await aHookedStore(), await aHookedStore()];
  const secret = await between(
    () => newSecret(one),
    () => setUrl(one, otherUrl(one)),
  );
  expect(await webhookOf(one)).toMatchObject({ url: otherUrl(one), secret_last_four: secret.slice(-4) });
  let replaced = '';
  await between(
    () => setUrl(other, otherUrl(other)),
    async () => {
      replaced = await newSecret(other);
    },
  );
  expect(await webhookOf(other)).toMatchObject({ url: otherUrl(other), secret_last_four: replaced.slice(-4) });
});

test('a delivery stays due if it is redelivered while it is being parked', async () => {
  const store = await aHookedStore();
  await placed(store);
  const delivery = await theDelivery(store);
  await setUrl(store, null);
  clocks.pass(1);
  const again = meanwhile(() => redeliver(store, delivery.id));
  const { injected } = await withFaults([{ command: 'BatchGetItem', fault: again }], () => work(store, delivery));
  expect([injected, (await theDelivery(store)).state]).toEqual([1, 'pending']);
});

test('a check of parked deliveries that is requested during another one stays due', async () => {
  const store = await aHookedStore();
  await resumed(store);
  await setUrl(store, store.receiver.url);
  clocks.pass(1);
  const again = meanwhile(() => setUrl(store, store.receiver.url));
  const { injected } = await withFaults([{ command: 'Query', fault: again }], () => resumed(store));
  const [item] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect([injected, item?.due]).toEqual([1, new Date().toISOString()]);
});
