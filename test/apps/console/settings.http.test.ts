import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aManagementKey, aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, goTo, hasProblem, openDialog, says, submitDialog } from '../../support/console.ts';
import { failWrites, refuse } from '../../support/failWrites.ts';
import { issue, useFirst } from '../../support/keys.ts';
import { anOrder, aProduct } from '../../support/orders.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import { aWebhookStore, deliveriesOf, placeMany, redeliver, setUrl } from '../../support/webhooks.ts';

/** Reloads the deliveries until the attempts of one have this text. A delivery is listed before its first attempt. */
const anAttempt = (page: Page, text: string | RegExp) =>
  until(async () => {
    await page.getByRole('button', { name: 'Pending' }).click();
    await page.waitForTimeout(250);
    return (await page.locator('details').filter({ hasText: text }).count()) > 0;
  });

describeConsole('the settings in the console', (visit) => {
  test('closes the store manually until a time in its own zone', async () => {
    const store = await aStore({ country: 'JP', timezone: 'Asia/Tokyo' });
    const page = await visit(store.key, { at: '#/settings/availability' });
    await says(page, 'within opening hours');
    await openDialog(page, 'Open or close manually');
    await page.getByLabel('Until').pressSequentially('01022035');
    await submitDialog(page, 'Save');
    await says(page, 'Until: complete it, or clear it.');
    await fill(page, { Store: 'false', Until: '2035-01-02T09:00' });
    await submitDialog(page, 'Save');
    await says(page, '2 Jan 2035, 09:00');
    const { payload } = await call('getAvailability', { as: store.key });
    expect(payload).toMatchObject({ available: false, until: '2035-01-02T00:00:00.000Z' });
    await openDialog(page, 'Open or close manually');
    await fill(page, { Until: '2035-01-03T09:00' });
    // A save would replace whatever somebody else sets meanwhile.
    await call('overrideAvailability', { as: store.key, body: { available: true } });
    await submitDialog(page, 'Save');
    await says(page, 'Somebody else has changed these fields too.');
    expect(await page.getByRole('dialog').getByRole('listitem').allTextContents()).toEqual(['Open']);
    await submitDialog(page, 'Save');
    await says(page, '3 Jan 2035, 09:00');
    const closed = { available: false, override: false, until: '2035-01-03T00:00:00.000Z' };
    expect((await call('getAvailability', { as: store.key })).payload).toMatchObject(closed);
    await act(page, 'Open or close manually', { Store: 'true' }, 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await call('getAvailability', { as: store.key })).payload).toMatchObject({
      ...closed,
      available: true,
      override: true,
    });
  });

  test('changes the opening hours of a week', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/settings/hours' });
    await act(
      page,
      'Change opening hours',
      { 'Always open': 'no', Monday: '9:00-12:00, 14:00–18:00', Friday: '22:00-02:00' },
      'Save',
    );
    await page.getByRole('row', { name: 'Monday 09:00–12:00, 14:00–18:00' }).waitFor();
    await page.getByRole('row', { name: 'Saturday until 02:00' }).waitFor();
    await page.getByRole('row', { name: 'Sunday Closed' }).waitFor();
    const open = (day: string) => page.getByRole('row', { name: day }).locator('svg .open').count();
    expect([await open('Monday'), await open('Friday'), await open('Saturday'), await open('Sunday')]).toEqual([2, 1, 1, 0]);
    await act(
      page,
      'Change opening hours',
      { Sunday: 'noon', Monday: '25:00-26:00', Tuesday: '09:00-12:00-14:00-18:00' },
      'Save',
    );
    await says(page, 'Correct the 3 marked fields.');
    for (const day of ['Monday', 'Tuesday', 'Sunday']) await hasProblem(page, day, /must be a time from/);
    expect(await page.getByLabel('Monday').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  test('sets, tests and redelivers a webhook, and shows how the receiver responded', async () => {
    const store = await aStore();
    const clicked = Promise.withResolvers<void>();
    const receiver = await aReceiver(() => clicked.promise.then(() => ({ status: 500, body: 'out of <b>tea</b>' })));
    const page = await visit(store.key, { at: '#/settings/webhooks' });
    await act(page, 'Change URL', { URL: receiver.url }, 'Save');
    await page.getByRole('button', { name: 'Send test' }).dblclick();
    clicked.resolve();
    await says(page, /^Failed after \d+ ms\. The receiver responded with 500\./);
    expect(receiver.received).toHaveLength(1);
    await anOrder(store);
    await anAttempt(page, '500 after');
    await page
      .getByText(/^\d attempts?$/)
      .first()
      .click();
    await page.getByText('out of <b>tea</b>').first().click();
    await failWrites(page, 'lost answer');
    await act(page, 'Deliver again', {}, 'Deliver again');
    await says(page, 'Your change may or may not have been made. Check before you send it again.');
    await submitDialog(page, 'Deliver again');
    await says(page, '1 delivery started again.');
    await act(page, 'New secret', {}, 'New secret');
    await says(page, /^whsec_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await act(page, 'Change URL', { URL: 'ftp://x' }, 'Save');
    await hasProblem(page, 'URL', /must be an https URL/);
    await act(page, 'Save', { URL: 'https://nowhere.invalid' }, 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send test' }).click();
    await says(page, /^Failed after \d+ ms\. No address was found for the name in the URL\./);
    await act(page, 'Deliver again', {}, 'Deliver again');
    await anAttempt(page, /: no response after \d+ ms\. No address was found for the name in the URL\./);
    await receiver.close();
  });

  test('follows all orders, and stops', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/settings/webhooks' });
    await act(page, 'Follow all orders', { Label: 'ERP', URL: 'https://erp.example.com/' }, 'Save');
    await says(page, /^The webhook name must be .* lower-case letters, digits or hyphens\.$/);
    await act(page, 'Save', { Label: 'erp' }, 'Save');
    await says(page, 'Saved. “New secret” makes');
    const card = page.getByRole('region', { name: 'order-changed-erp' });
    await card.getByText('https://erp.example.com/').waitFor();
    await card.getByRole('button', { name: 'Change URL' }).click();
    await fill(page, { URL: '' });
    await failWrites(page, 'lost answer');
    await submitDialog(page, 'Save');
    await says(page, 'At first there was no clear answer, but the change was made.');
    await card.waitFor({ state: 'detached' });
    await setUrl(store, 'https://other.example.com/', 'order-changed-erp');
    await act(page, 'Follow all orders', { Label: 'erp', URL: 'https://erp.example.com/' }, 'Save');
    await says(page, 'There is already a webhook order-changed-erp.');
  });

  test('restarts everything that is waiting', async () => {
    const store = await aWebhookStore();
    const deliveries = await placeMany(store, 2);
    await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'));
    await setUrl(store, null);
    for (const { id } of deliveries) await redeliver(store, id);
    await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'waiting'));
    const page = await visit(store.key, { at: '#/settings/webhooks' });
    await page.getByRole('button', { name: 'Waiting' }).click();
    const restart = page.getByRole('button', { name: 'Deliver all waiting events again' });
    const [order, rows] = [page.getByLabel('Order', { exact: true }), page.locator('tbody tr')];
    await order.fill(` #${deliveries[0]?.order} `);
    await until(async () => (await rows.count()) === 1);
    await order.fill('#12');
    await says(page, '“#12” is not an order number. Enter one such as 1003.');
    expect([await rows.count(), await restart.count()]).toEqual([0, 0]);
    await order.fill('');
    await failWrites(page, 429);
    await act(page, 'Deliver all waiting events again', {}, 'Deliver again');
    await says(page, '2 deliveries started again.');
    // The first 500 start again, and then the key stops working.
    await page.route(/\/delivery\/redeliver$/, (route) =>
      route.request().postDataJSON().cursor
        ? refuse(route, 401, 'unauthorized')
        : route.fulfill({ json: { payload: { queued: 500, next_cursor: 'c1' } } }),
    );
    await act(page, 'Deliver all waiting events again', {}, 'Deliver again');
    await says(page, 'Your last change may or may not have been made.');
  });

  test('adds and deactivates a user', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/settings/users' });
    const person = { 'First name': 'Alan', 'Last name': 'Turing', 'E-mail address': 'alan@example.com', Phone: '+4930123456' };
    await act(page, 'Add user', { ...person, Phone: '030', 'E-mail address': 'alan', Orders: 'yes' }, 'Save');
    await says(page, 'Correct the 2 marked fields.');
    await hasProblem(page, 'E-mail address', /must be an e-mail address/);
    await hasProblem(page, 'Phone', /must be a phone number/);
    await fill(page, person);
    await submitDialog(page, 'Save');
    await act(page, 'Alan Turing', { 'May use the dashboard': 'no' }, 'Save');
    await page.getByRole('row', { name: /Alan Turing .*Inactive/ }).waitFor();
    const { users } = (await call('getUsers', { as: store.key, query: { active: 'false' } })).payload;
    expect(users).toMatchObject([{ first_name: 'Alan', permissions: { orders: true, settings: false } }]);
    await page.getByRole('cell', { name: users[0].id }).waitFor();
  });

  test('issues a key, shows it once, and revokes it', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/settings/keys' });
    const fields = { Label: 'Warehouse', 'See and change orders': 'no', 'See orders': 'yes', 'See products': 'yes' };
    await openDialog(page, 'Issue key');
    await fill(page, fields);
    // Escape throws away neither what was entered nor a secret.
    await page.keyboard.press('Escape');
    await submitDialog(page, 'Issue key');
    await page.locator('.secret').waitFor();
    await page.keyboard.press('Escape');
    const secret = (await page.locator('.secret').textContent()) as string;
    expect((await call('getOrders', { as: secret })).status).toBe(200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('row', { name: /Warehouse .*orders:read, products:read/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText(/^Revoked \d/).waitFor();
    expect(await page.content()).not.toContain(secret);
    const sent = Promise.withResolvers<void>();
    await page.route(/\/key\/$/, async (route) => {
      await sent.promise;
      await route.continue();
    });
    await act(page, 'Issue key', { Label: 'Till' }, 'Issue key');
    await says(page, 'Sending …');
    await goTo(page, '#/settings/users');
    await says(page, 'Add user');
    sent.resolve();
    await says(page, 'The new secret or link can no longer be shown.');
  });

  test('offers to revoke only keys that work, and shows the day on which each was used', async () => {
    const store = await aStore({ timezone: 'America/Los_Angeles' });
    await issue(store.tenant.id, { expires: new Date(Date.now() + 300_000).toISOString() });
    await useFirst(store.tenant.id, store.key);
    const page = await visit(store.key, { at: '#/settings', ownClock: true });
    await page.clock.setSystemTime(Date.now() + 600_000);
    await goTo(page, '#/settings/keys');
    const day = new Date().toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
    await page.getByRole('row', { name: new RegExp(`never ${day} Revoke$`) }).waitFor();
    await page.getByRole('row', { name: /never Expired$/ }).waitFor();
  });

  test('lists in the audit log what a change set, and nothing that stayed the same or empty', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { name: 'Tea', price: 10 });
    await call('updateProduct', { as: store.key, params: { sku }, body: { price: 12 } });
    const page = await visit(store.key, { at: '#/settings/audit' });
    const changesOf = async (operation: string) => {
      const row = page.getByRole('row').filter({ hasText: operation });
      await row.waitFor();
      return row.getByRole('listitem').allTextContents();
    };
    expect(await changesOf('Update product')).toEqual([`sku: ${sku}`, 'price: 10 → 12']);
    const created = await changesOf('Put product');
    expect(created).toEqual(expect.arrayContaining([`sku: ${sku}`, 'name: Tea', 'price: 10']));
    expect(created.filter((change) => change.endsWith(': none'))).toEqual([]);
  });

  test('offers no change to a key that may only read', async () => {
    const { tenant } = await aStore();
    const page = await visit(await aManagementKey(tenant.id, { scopes: ['settings:read', 'orders:read'] }), {
      at: '#/settings/users',
    });
    await says(page, 'ada@example.com');
    for (const tab of ['Availability', 'Opening hours', 'Webhooks', 'Users', 'Keys', 'Legal']) {
      await page.getByRole('link', { name: tab }).click();
      await page.getByRole('main').getByText('Loading').first().waitFor({ state: 'hidden' });
      const buttons = await page.getByRole('main').locator('button:not(.chip)').allTextContents();
      expect([tab, ...buttons]).toEqual([tab]);
    }
  });
});
