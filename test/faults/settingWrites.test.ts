import { expect } from '@jest/globals';
import type { TenantId } from '../../lib/db/key.ts';
import { find } from '../../lib/db/read.ts';
import type { Delivery } from '../../lib/webhook/schema.ts';
import type { DeliveryItem, WebhookItem } from '../../lib/webhook/webhookItem.ts';
import type { Store } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { faultTable, type Prepare, sentBefore, withKey } from '../support/faultTable.ts';
import { aKnownStore } from '../support/keys.ts';
import { writeDeliveries } from '../support/table.ts';
import { grace } from '../support/users.ts';
import { entriesOf, walk } from '../support/walk.ts';
import { aDelivery, aRestingStore, deliveriesOf, runDelivery, setUrl, webhookOf } from '../support/webhooks.ts';

const creatingUser: Prepare = async () => {
  const store = await aKnownStore();
  const { key, tenant } = store;
  const users = () => walk('getUsers', { as: key });
  return {
    id: 'createUser',
    options: { as: key, body: grace },
    measure: async () => ({ users: (await users()).length, entries: await entriesOf(store.tenant.id, 'createUser') }),
    once: { users: 2, entries: 1 },
    agrees: async ({ user }) => expect(await users()).toEqual([user, tenant.owner]),
    repeatable: false,
  };
};

const updatingUser =
  (isOwner: boolean, change: object = {}): Prepare =>
  async () => {
    const store = await aKnownStore();
    const { key, tenant } = store;
    const { user } = isOwner ? { user: tenant.owner } : (await call('createUser', { as: key, body: grace })).payload;
    const body = { last_name: 'Murray', permissions: { home: true }, ...change };
    const read = async () => (await call('getUser', { as: key, params: { id: user.id } })).payload.user;
    const measure = async () => {
      const { version, owner } = (await call('getOwnTenant', { as: key })).payload.tenant;
      return {
        name: (await read()).last_name,
        version,
        owner: owner.last_name,
        entries: await entriesOf(store.tenant.id, 'updateUser'),
      };
    };
    return {
      id: 'updateUser',
      options: { as: key, params: { id: user.id }, body },
      measure,
      once: { name: 'Murray', entries: 1, ...(isOwner ? { version: 2, owner: 'Murray' } : { version: 1, owner: 'Byron' }) },
      agrees: async (payload) => expect(await read()).toEqual(payload.user),
      repeatable: true,
    };
  };

/** A write to a setting, with the part of it that `shown` reads. */
const setting =
  (id: string, readId: string, body: object, shown: (payload: Answer['payload']) => unknown, value: unknown): Prepare =>
  async () => {
    const store = await aKnownStore();
    const read = async () => (await call(readId, { as: store.key })).payload;
    return {
      id,
      options: { as: store.key, body },
      measure: async () => ({ value: shown(await read()), entries: await entriesOf(store.tenant.id, id) }),
      once: { value, entries: 1 },
      agrees: async (payload) => expect(await read()).toEqual(payload),
      repeatable: true,
    };
  };

const days = { mon: [{ from: '09:00', to: '18:00' }] };
const settingHours = setting(
  'putOpeningHours',
  'getOpeningHours',
  { opening_hours: { days } },
  ({ opening_hours }) => opening_hours?.days,
  days,
);
const overriding = setting('overrideAvailability', 'getAvailability', { available: false }, ({ override }) => override, false);
const updatingLegal = setting(
  'updateLegal',
  'getLegal',
  { company_name: 'Tee', address: { city: 'Köln' } },
  ({ legal }) => [legal.company_name, legal.address?.city],
  ['Tee', 'Köln'],
);

const secretsOf = async ({ tenant }: Store) =>
  (await find<WebhookItem>(tenant.id as TenantId, 'WEBHOOK#confirm-order'))?.secrets.length ?? 0;

const settingUrl =
  (before: string | null | undefined, url: string | null): Prepare =>
  async () => {
    const store = await aKnownStore();
    if (before !== undefined) await setUrl(store, before);
    return {
      id: 'changeWebhook',
      options: { as: store.key, params: { name: 'confirm-order' }, body: { url } },
      measure: async () => ({
        url: (await webhookOf(store)).url,
        secrets: await secretsOf(store),
        entries: await entriesOf(store.tenant.id, 'changeWebhook'),
      }),
      once: { url, secrets: before || url ? 1 : 0, entries: (before ? 1 : 0) + (url === (before ?? null) ? 0 : 1) },
      agrees: async ({ webhook }) => expect(await webhookOf(store)).toEqual(webhook),
      repeatable: true,
    };
  };

const replacingSecret =
  (url: string | undefined): Prepare =>
  async () => {
    const store = await aKnownStore();
    if (url) await setUrl(store, url);
    return {
      id: 'replaceWebhookSecret',
      options: { as: store.key, params: { name: 'confirm-order' } },
      measure: async () => [await secretsOf(store), await entriesOf(store.tenant.id, 'replaceWebhookSecret')],
      once: [url ? 2 : 1, 1],
      agrees: async ({ secret }) => expect((await webhookOf(store)).secret_last_four).toBe(secret.slice(-4)),
      repeatable: false,
    };
  };

const redelivering: Prepare = async () => {
  const { store, delivery } = await aDelivery();
  const { id } = delivery;
  await runDelivery(store, { id });
  const read = async () => (await deliveriesOf(store))[0] as Delivery;
  return {
    id: 'redeliver',
    options: { as: store.key, params: { name: 'confirm-order', id } },
    measure: async () => [(await read()).state, await entriesOf(store.tenant.id, 'redeliver')],
    once: ['pending', 1],
    agrees: async ({ delivery }) => expect(await read()).toEqual(delivery),
    repeatable: false,
  };
};

const redeliveringAll: Prepare = async () => {
  const { store } = await aRestingStore(0);
  const [failed] = await writeDeliveries(store.tenant.id as TenantId, '1001', 1, { state: 'failed' });
  return {
    id: 'redeliverAll',
    options: { as: store.key, params: { name: 'confirm-order' }, body: { state: 'failed' } },
    measure: async () => (await find<DeliveryItem>(store.tenant.id as TenantId, failed as string))?.state,
    once: 'pending',
    agrees: async () => expect((await webhookOf(store)).health).toMatchObject({ state: 'failing', until: null }),
    repeatable: true,
    isLimited: true,
  };
};

const firstUrl = 'https://shop.example.com/1';

faultTable({
  createUser: creatingUser,
  'createUser with a key': withKey(creatingUser),
  'createUser again with its key': sentBefore(creatingUser),
  updateUser: updatingUser(false),
  'updateUser of the owner': updatingUser(true),
  'updateUser that changes the e-mail address': updatingUser(false, { email: 'murray@example.com' }),
  'updateUser that changes the address of the owner': updatingUser(true, { email: 'murray@example.com' }),
  'updateUser that deactivates': updatingUser(false, { active: false }),
  updateLegal: updatingLegal,
  putOpeningHours: settingHours,
  overrideAvailability: overriding,
  'changeWebhook with a first URL': settingUrl(undefined, firstUrl),
  'changeWebhook with another URL': settingUrl(firstUrl, 'https://shop.example.com/2'),
  'changeWebhook that removes the URL': settingUrl(firstUrl, null),
  'replaceWebhookSecret without a URL': replacingSecret(undefined),
  replaceWebhookSecret: replacingSecret(firstUrl),
  redeliver: redelivering,
  redeliverAll: redeliveringAll,
});
