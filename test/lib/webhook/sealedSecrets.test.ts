import { expect, jest, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf, itemsWhere } from '../../support/database.ts';
import { runFollower, setFollower } from '../../support/followers.ts';
import { ownTable } from '../../support/ownTable.ts';
import { aRatesStore, askRates, postAnswer, name as ratesName } from '../../support/rates.ts';
import { aReceiver, type Received } from '../../support/receiver.ts';
import { recordLog } from '../../support/recordLog.ts';
import {
  aWebhookStore,
  deliveryOf,
  newSecret,
  onlyDelivery,
  placeOne,
  runDelivery,
  setUrl,
  verify,
  type WebhookStore,
  webhookOf,
} from '../../support/webhooks.ts';

await ownTable();

const clocks = fakeClocks();
const lines = recordLog();

const storedSecrets = async (store: Pick<WebhookStore, 'tenant'>, name = 'confirm-order') => {
  const [item] = await itemsOf(store, `WEBHOOK#${name}`);
  return item?.secrets as { secret: string; last_four?: string; replaced: string | null }[];
};

const storeSecrets = (store: WebhookStore, secrets: object[]) =>
  set(store.tenant.id as TenantId, 'WEBHOOK#confirm-order', { secrets });

async function lastCall(store: WebhookStore): Promise<Received> {
  await placeOne(store);
  await runDelivery(store, await onlyDelivery(store));
  return store.receiver.received.at(-1) as Received;
}

test('no item of the table shows a secret, and the newest of each webhook signs', async () => {
  const store = await aWebhookStore();
  await setUrl(store, store.receiver.url, 'calculate-shipping-rates');
  await setFollower(store, { url: store.receiver.url });
  const secrets = [store.secret];
  for (const name of ['confirm-order', 'calculate-shipping-rates', 'order-changed'] as const) {
    for (let i = 0; i < 2; i++) secrets.push(await newSecret(store, name));
    expect((await webhookOf(store, name)).secret_last_four).toBe(secrets.at(-1)?.slice(-4));
    expect(await storedSecrets(store, name)).toHaveLength(3);
  }
  verify(secrets[2] as string, await lastCall(store));
  await call('testWebhook', { as: store.key, params: { name: 'calculate-shipping-rates' } });
  verify(secrets[4] as string, store.receiver.received.at(-1) as Received);
  await runFollower(store);
  verify(secrets[6] as string, store.receiver.received.at(-1) as Received);
  const stored = JSON.stringify(await itemsWhere('pk <> :none', { ':none': 'none' }));
  for (const secret of ['whsec_', ...secrets.map((secret) => secret.slice('whsec_'.length))])
    expect(stored).not.toContain(secret);
});

test('a sealed secret that was moved from another store or webhook signs nothing, and the attempt fails', async () => {
  const [store, other] = [await aWebhookStore(), await aWebhookStore()];
  await setUrl(store, store.receiver.url, 'calculate-shipping-rates');
  for (const moved of [await storedSecrets(other), await storedSecrets(store, 'calculate-shipping-rates')]) {
    await storeSecrets(store, moved);
    const before = store.receiver.received.length;
    await placeOne(store);
    const [delivery] = (await call('getDeliveries', { as: store.key, params: { name: 'confirm-order' } })).payload.deliveries;
    await runDelivery(store, delivery);
    expect(store.receiver.received).toHaveLength(before);
    expect(await deliveryOf(store, delivery)).toMatchObject({ state: 'pending', attempts: [{ status: null }] });
    const { test } = (await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } })).payload;
    expect(test).toMatchObject({ ok: false, status: null, duration_ms: 0, problem: 'secret_unreadable' });
    const line = { level: 'error', tenant: store.tenant.id, webhook: 'confirm-order' };
    expect(lines.splice(0)).toContainEqual({
      ...line,
      time: expect.any(String),
      message: 'the secret of a webhook is damaged',
    });
  }
});

test('a secret that was stored in clear signs, and is sealed when the webhook changes', async () => {
  const store = await aWebhookStore();
  await storeSecrets(store, [{ secret: store.secret, replaced: null }]);
  expect((await webhookOf(store)).secret_last_four).toBe(store.secret.slice(-4));
  verify(store.secret, await lastCall(store));
  await setUrl(store, `${store.receiver.url}2`);
  const sealed = {
    secret: expect.not.stringContaining(store.secret.slice('whsec_'.length)),
    last_four: store.secret.slice(-4),
  };
  expect(await storedSecrets(store)).toEqual([{ ...sealed, replaced: null }]);
  expect((await webhookOf(store)).secret_last_four).toBe(store.secret.slice(-4));
});

test('the receiver is not asked for rates if the keys of webhooks cannot be read', async () => {
  const store = await aRatesStore(postAnswer);
  const [sealed] = await storedSecrets(store, ratesName);
  const secret = `unknown${sealed?.secret.slice(sealed.secret.indexOf('.'))}`;
  await set(store.tenant.id as TenantId, `WEBHOOK#${ratesName}`, { secrets: [{ ...sealed, secret }] });
  const { WEBHOOK_KEYS } = process.env;
  delete process.env.WEBHOOK_KEYS;
  clocks.advance(10);
  const answer = await askRates(store);
  process.env.WEBHOOK_KEYS = WEBHOOK_KEYS;
  expect(answer).toMatchObject({ status: 200, payload: { source: 'none' } });
  expect(store.receiver.received).toEqual([]);
  const line = { level: 'warn', message: 'could not read the keys of webhooks', tenant: store.tenant.id };
  expect(lines).toContainEqual({ ...line, time: expect.any(String), cause: expect.any(String) });
});

const owner = { tenant: 'ten_1', name: 'confirm-order' } as const;
const clear = [{ secret: 'whsec_abcdefgh', replaced: null }];
const replaced = '2026-01-01T00:00:00.000Z';

/** The module as a new instance of a function loads it. */
async function anInstance(keys: string | undefined) {
  jest.resetModules();
  if (keys === undefined) delete process.env.WEBHOOK_KEYS;
  else process.env.WEBHOOK_KEYS = keys;
  return import('../../../lib/webhook/sealedSecrets.ts');
}

test('a new key seals, and a former one still opens', async () => {
  const former = await (await anInstance('old')).sealAll(clear, owner);
  const instance = await anInstance('new old');
  expect(await instance.openSecret(former[0]?.secret as string, owner)).toBe('whsec_abcdefgh');
  const [sealed] = await instance.sealAll(former, owner);
  expect(sealed).toEqual({ secret: expect.not.stringContaining('abcd'), last_four: 'efgh', replaced: null });
  expect(await instance.sealAll([sealed as (typeof former)[number]], owner)).toEqual([sealed]);
  expect(await (await anInstance('new')).openSecret(sealed?.secret as string, owner)).toBe('whsec_abcdefgh');
});

test('after its key is lost, a secret can only be replaced', async () => {
  const [lost] = await (await anInstance('lost')).sealAll(clear, owner);
  const { openSecret, sealAll } = await anInstance('new');
  const { secret } = lost as (typeof clear)[number];
  expect(await openSecret(secret, owner)).toBeUndefined();
  const message = `the webhook key ${secret.split('.')[0]} is missing`;
  expect(lines).toMatchObject([{ level: 'warn', message, tenant: 'ten_1', webhook: 'confirm-order' }]);
  expect(await sealAll([{ secret, replaced: null }], owner)).toEqual([{ secret, replaced: null }]);
  const [, kept] = await sealAll([...clear, { secret, replaced }], owner);
  expect(kept).toEqual({ secret, replaced });
});

test('a deployed function reads the keys once, and again for a key that is new', async () => {
  const [sealed] = await (await anInstance('new')).sealAll(clear, owner);
  const { secret } = sealed as (typeof clear)[number];
  const manager = await aReceiver({ body: { SecretString: 'old' } });
  Object.assign(process.env, { AWS_ENDPOINT_URL_SECRETS_MANAGER: new URL(manager.url).origin, WEBHOOK_KEYS_NAME: 'the-keys' });
  const { openSecret, sealAll } = await anInstance(undefined);
  for (let i = 0; i < 2; i++) await sealAll(clear, owner);
  expect(manager.received.map(({ headers, json }) => [headers['x-amz-target'], json.SecretId])).toEqual([
    ['secretsmanager.GetSecretValue', 'the-keys'],
  ]);
  manager.answers({ body: { SecretString: 'new old' } });
  expect(await openSecret(secret, owner)).toBeUndefined();
  for (let i = 0; i < 2; i++) {
    clocks.advance(10);
    expect(await openSecret(secret, owner)).toBe('whsec_abcdefgh');
  }
  expect(manager.received).toHaveLength(2);
  manager.answers({ body: { SecretString: 'newest new old' } });
  const [resealed] = await sealAll([sealed as (typeof clear)[number]], owner);
  expect(resealed?.secret).not.toBe(secret);
  expect(manager.received).toHaveLength(3);
  manager.answers(500);
  const { sealAll: sealLater } = await anInstance(undefined);
  await expect(sealLater(clear, owner)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  manager.answers({ status: 400, body: { __type: 'AccessDeniedException' } });
  await expect(sealLater(clear, owner)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  manager.answers({ body: { SecretString: 'new' } });
  expect(await sealLater(clear, owner)).toMatchObject([{ last_four: 'efgh' }]);
});
