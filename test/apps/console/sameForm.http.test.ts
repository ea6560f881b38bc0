import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore, platform, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, openDialog, says, submitDialog } from '../../support/console.ts';
import { failWrites } from '../../support/failWrites.ts';
import { anOrder, aProduct, read, ship, update } from '../../support/orders.ts';
import { setUrl, webhookOf } from '../../support/webhooks.ts';

type Labels = Record<string, string>;

/** A form, and what two people do in it. */
type Form = {
  as?: string;
  at: string;
  button: string;
  submit?: string;
  /** Whether the service checks a version, so that any change of somebody else has to be confirmed. */
  isVersioned?: boolean;
  stored: () => Promise<unknown>;
  /** Somebody else changes some fields, and this person other ones. */
  other: () => Promise<unknown>;
  fields: Labels;
  sent: object;
  /** Somebody else changes a field, and this person the same one. */
  same: () => Promise<unknown>;
  again: Labels;
  box: string;
  mine: object;
};

const forms: Record<string, (store: Store) => Promise<Form>> = {
  'an order': async (store) => {
    const customer = { first_name: 'Grase', phone: '+4930555001' };
    const shipping_address = { line1: '1 High Street', city: 'Berlin' };
    const { number } = await anOrder(store, { customer, shipping_address, note: 'Ring' });
    const moved = { ...shipping_address, city: 'Hamburg' };
    return {
      at: `#/orders/${number}`,
      button: 'Correct',
      isVersioned: true,
      stored: () => read(store, number),
      other: () =>
        update(store, number, { customer: { ...customer, phone: '+4930555002' }, shipping_address: moved, note: 'Ring twice' }),
      fields: { 'First name': 'Grace', 'Address line 2': 'Back door' },
      sent: {
        customer: { first_name: 'Grace', phone: '+4930555002' },
        shipping_address: { ...moved, line2: 'Back door' },
      },
      same: () => update(store, number, { customer: { first_name: 'Gracie' } }),
      again: { 'First name': 'Gray' },
      box: 'Customer: First name: Gracie',
      mine: { customer: { first_name: 'Gray', phone: null } },
    };
  },
  'a shipment': async (store) => {
    const order = await anOrder(store, { authorized: true });
    return {
      at: `#/orders/${order.number}`,
      button: 'State and tracking',
      isVersioned: true,
      submit: 'Save shipment',
      stored: async () => (await read(store, order.number)).shipments[0],
      other: () => ship(store, order, { carrier: 'Post' }),
      fields: { 'Tracking number': 'PX1' },
      sent: { tracking_number: 'PX1' },
      same: () => ship(store, order, { state: 'delivered' }),
      again: { State: 'shipped' },
      box: 'State: Delivered',
      mine: { state: 'shipped' },
    };
  },
  'a product': async (store) => {
    const sku = await aProduct(store);
    const change = (body: object) => call('updateProduct', { as: store.key, params: { sku }, body });
    return {
      at: `#/products/${sku}`,
      button: 'Edit',
      stored: async () => (await call('getProduct', { as: store.key, params: { sku } })).payload.product,
      other: () => change({ price: 12, weight: 50 }),
      fields: { Name: 'Green tea' },
      sent: { name: 'Green tea' },
      same: () => change({ name: 'Black tea' }),
      again: { Name: 'White tea' },
      box: 'Name: Black tea',
      mine: { name: 'White tea', price: 12, weight: 50 },
    };
  },
  'legal information': async (store) => {
    const change = (body: object) => call('updateLegal', { as: store.key, body });
    const address = { line1: '1 High Street', city: 'Berlin' };
    await change({ address });
    return {
      at: '#/settings/legal',
      button: 'Change legal information',
      stored: async () => (await call('getLegal', { as: store.key })).payload.legal,
      other: () => change({ address: { ...address, city: 'Hamburg' }, vat_id: 'DE123' }),
      fields: { 'Company name': 'Tea Ltd', 'Postal code': '20095' },
      sent: { company_name: 'Tea Ltd', address: { ...address, city: 'Hamburg', postal_code: '20095' } },
      same: () => change({ address: { city: 'Bremen' } }),
      again: { City: 'Kiel' },
      box: 'City: Bremen',
      mine: { company_name: 'Tea Ltd', address: { city: 'Kiel', line1: null } },
    };
  },
  'opening hours': async (store) => {
    const put = (days: object) => call('putOpeningHours', { as: store.key, body: { days } });
    const from9 = (to: string) => [{ from: '09:00', to }];
    await put({ mon: from9('12:00'), tue: from9('12:00') });
    return {
      at: '#/settings/hours',
      button: 'Change opening hours',
      stored: async () => (await call('getOpeningHours', { as: store.key })).payload.opening_hours.days,
      other: () => put({ mon: from9('12:00'), tue: from9('15:00') }),
      fields: { Monday: '09:00-13:00' },
      sent: { opening_hours: { days: { mon: from9('13:00'), tue: from9('15:00') } } },
      same: () => put({ mon: from9('14:00') }),
      again: { Monday: '' },
      box: 'Monday: 09:00–14:00',
      mine: { mon: [] },
    };
  },
  'the URL of a webhook': async (store) => {
    const url = (name: string) => `https://shop.example.com/${name}`;
    await setUrl(store, url('first'));
    return {
      at: '#/settings/webhooks',
      button: 'Change URL',
      stored: () => webhookOf(store),
      // Saving without a change ends a pause.
      other: () => setUrl(store, url('other')),
      fields: {},
      sent: { url: url('other') },
      same: () => setUrl(store, url('same')),
      again: { URL: url('mine') },
      box: `URL: ${url('same')}`,
      mine: { url: url('mine') },
    };
  },
  "a tenant's domain": async ({ tenant: { id } }) => {
    const host = (name: string) => `${name}-${id.toLowerCase()}.example.com`.replace('_', '-');
    const change = (body: object) => call('linkDomain', { as: platform, body: { tenant: id, ...body } });
    await change({ host: host('first') });
    return {
      as: platform,
      at: `#/tenants/${id}`,
      button: 'Link domain',
      stored: async () => (await call('getTenant', { as: platform, params: { id } })).payload.tenant,
      other: () => change({ host: host('first'), forward_www: true }),
      fields: { Host: host('second') },
      sent: { tenant: id, host: host('second') },
      same: () => change({ host: host('third') }),
      again: { Host: host('fourth') },
      box: `Host: ${host('third')}`,
      mine: { store_host: host('fourth'), forward_www: true },
    };
  },
};

const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

describeConsole('a form in which two people change', (visit) => {
  test.each(Object.keys(forms))(
    '%s sends only what this person changed, and asks before it replaces a change',
    async (name) => {
      const store = await aStore();
      const form = await (forms[name] as (store: Store) => Promise<Form>)(store);
      const { as = store.key, at, button, submit = 'Save' } = form;
      const page = await visit(as, { at, actor: 'ada' });
      // Without the feed, the form learns of the other change only when it saves.
      await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
      const sent: unknown[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.postDataJSON()));

      await openDialog(page, button);
      await form.other();
      await fill(page, form.fields);
      await submitDialog(page, submit);
      if (form.isVersioned) {
        await says(page, 'Somebody else changed this first');
        await submitDialog(page, submit);
      }
      await closed(page);
      expect(sent.at(-1)).toEqual(form.sent);

      await openDialog(page, button);
      await form.same();
      const theirs = await form.stored();
      await fill(page, form.again);
      await submitDialog(page, submit);
      await says(page, 'Somebody else has changed these fields too.');
      await page.getByRole('dialog').getByText(form.box).waitFor();
      expect(await form.stored()).toEqual(theirs);
      await submitDialog(page, submit);
      await closed(page);
      expect(await form.stored()).toMatchObject(form.mine);
    },
  );

  test('keeps what somebody else saves after a request that failed, which sends a week or an address whole', async () => {
    const { key } = await aStore();
    const [mon, sun] = [[{ from: '10:00', to: '12:00' }], [{ from: '11:00', to: '13:00' }]];
    await call('putOpeningHours', { as: key, body: { opening_hours: { days: {} } } });
    const page = await visit(key, { at: '#/settings/hours' });
    await failWrites(page, 429);
    await act(page, 'Change opening hours', { Monday: '10:00-12:00' }, 'Save');
    await says(page, 'Too many requests. Try again in 1 second.');
    await call('putOpeningHours', { as: key, body: { opening_hours: { days: { sun } } } });
    await submitDialog(page, 'Save');
    await closed(page);
    expect((await call('getOpeningHours', { as: key })).payload.opening_hours.days).toEqual({ mon, sun });
    const address = { line1: '1 High Street', city: 'Hamburg' };
    await call('updateLegal', { as: key, body: { address } });
    await page.getByRole('link', { name: 'Legal' }).click();
    await failWrites(page, 503);
    await act(page, 'Change legal information', { City: 'Berlin' }, 'Save');
    await says(page, 'Your change may or may not have been made. Check before you send it again.');
    const theirs = { ...address, city: 'Berlin', postal_code: '10115' };
    await call('updateLegal', { as: key, body: { address: theirs } });
    await submitDialog(page, 'Save');
    await says(page, 'There is nothing to save: these values are stored already.');
    expect((await call('getLegal', { as: key })).payload.legal.address).toMatchObject(theirs);
  });

  test('opening hours that this person typed are not lost if somebody else sets the store to always open', async () => {
    const { key } = await aStore();
    await call('putOpeningHours', { as: key, body: { days: { mon: [{ from: '09:00', to: '18:00' }] } } });
    const page = await visit(key, { at: '#/settings/hours' });
    await openDialog(page, 'Change opening hours');
    await fill(page, { Tuesday: '10:00-12:00' });
    await call('putOpeningHours', { as: key, body: { opening_hours: null } });
    await submitDialog(page, 'Save');
    await says(page, 'Somebody else has set the store to always open. Untick “Always open” to save your hours.');
    await page.getByLabel('Always open').uncheck();
    await submitDialog(page, 'Save');
    await closed(page);
    const { days } = (await call('getOpeningHours', { as: key })).payload.opening_hours;
    expect(days.tue).toEqual([{ from: '10:00', to: '12:00' }]);
  });
});
