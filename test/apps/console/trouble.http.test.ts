import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { aStore, platform, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import {
  act,
  describeConsole,
  fill,
  goTo,
  openDialog,
  passTime,
  says,
  staysOpen,
  submitDialog,
} from '../../support/console.ts';
import { allLost, failWrites, refuse, type WriteFault } from '../../support/failWrites.ts';
import { keysOf } from '../../support/keys.ts';
import { anOrder, aProduct, read, stockOf, update } from '../../support/orders.ts';
import { setUrl } from '../../support/webhooks.ts';

/** Issues the key `till`, and revokes it in the console. */
async function revokeNew(page: Page, { tenant }: Store, fault: WriteFault) {
  await call('issueKey', { as: platform, params: { id: tenant.id }, body: { label: 'till' } });
  await goTo(page, '#/settings/keys');
  await failWrites(page, fault);
  await page.getByRole('row', { name: 'till' }).getByRole('button', { name: 'Revoke' }).click();
  await submitDialog(page, 'Revoke');
}

describeConsole('when a request fails', (visit) => {
  /** The page of a new order. */
  async function aPage() {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: `#/orders/${number}`, actor: 'ada', ownClock: true });
    return { store, number, page };
  }

  test.each<WriteFault[]>([['lost request'], ['lost answer', 503, 'lost answer']])(
    'a payment is made once, and the page says so: %s',
    async (...next) => {
      const { store, number, page } = await aPage();
      await failWrites(page, ...next);
      await act(page, 'Record payment', { 'Amount in EUR': '4' }, 'Record payment of €4.00');
      await says(page, 'No clear answer. Finding out whether your change was made');
      await passTime(
        page,
        `Payment for order ${number} recorded. At first there was no clear answer, but the change was made.`,
      );
      expect((await read(store, number)).payments).toMatchObject([{ total: 4 }]);
    },
  );

  test.each([
    ['Authorize', {}, 'Authorize', { visible: false }],
    ['Correct', { 'E-mail address': 'new@example.com' }, 'Save', { note: 'Ring.' }],
    ['Cancel order', {}, 'Cancel order', { cancelled: true }],
  ])('%s is not reported as made if the same key made another change or a part of it', async (name, fields, submit, other) => {
    const { store, number, page } = await aPage();
    await page.route('**/order/*', async (route) => {
      if (route.request().method() !== 'PATCH' || (await read(store, number)).version > 1) return route.fallback();
      await update(store, number, other, { 'X-Actor': 'ada' });
      return route.abort();
    });
    await act(page, name, fields, submit);
    await passTime(page, 'Somebody else changed this first');
    expect(await read(store, number)).toMatchObject({ version: 2, ...other });
  });

  test('a key whose revocation was lost on the way back is reported as revoked', async () => {
    const { store, page } = await aPage();
    await revokeNew(page, store, 'lost answer');
    await passTime(page, 'At first there was no clear answer, but the change was made.');
    expect((await keysOf(store.tenant.id)).find(({ label }) => label === 'till')).toMatchObject({
      revoked: expect.any(String),
    });
  });

  test('a lost change is not reported as made if somebody else changed the order first', async () => {
    const { store, number, page } = await aPage();
    let isFirst = true;
    await page.route('**/v1/**', async (route) => {
      if (route.request().method() === 'GET' || !isFirst) return route.continue();
      isFirst = false;
      await update(store, number, { note: 'from elsewhere' });
      return route.abort();
    });
    await act(page, 'Authorize', {}, 'Authorize');
    await passTime(page, 'Somebody else changed this first');
    await page.getByRole('dialog').getByText('Note: none → from elsewhere').waitFor();
    await submitDialog(page, 'Authorize');
    await says(page, `Order ${number} authorized.`);
  });

  test('says that the outcome is unknown until the service responds', async () => {
    const { store, number, page } = await aPage();
    await act(page, 'Record payment', {}, 'Record payment of €10.00');
    await says(page, 'recorded.');
    await failWrites(page, ...allLost);
    await act(page, 'Refund', { Tea: '1' }, 'Refund €10.00');
    await passTime(page, 'Still no clear answer. Your change may or may not have been made. “Check again”');
    expect(await page.getByRole('dialog').getByLabel('Tea').isDisabled()).toBe(true);
    // By now the line has nothing left to refund.
    await passTime(page, /^Refunded$/);
    await submitDialog(page, 'Check again');
    await passTime(page, 'Refunded €10.00');
    expect((await read(store, number)).refunded).toBe(10);
  });

  test('a dialog stays open until its outcome is known, even if Escape is pressed repeatedly', async () => {
    const { page } = await aPage();
    const answer = Promise.withResolvers<void>();
    await page.route(/\/payment\/$/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await act(page, 'Record payment', {}, 'Record payment of €10.00');
    await says(page, 'Sending …');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await staysOpen(page);
    answer.resolve();
    await says(page, 'recorded.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  });

  test('says so too if the store is suspended after a response was lost', async () => {
    const { store, number, page } = await aPage();
    await failWrites(page, 'lost answer', 403);
    await act(page, 'Record payment', {}, 'Record payment of €10.00');
    await passTime(page, 'Still no clear answer.');
    await submitDialog(page, 'Check again');
    await passTime(page, `Payment for order ${number} recorded.`);
    expect((await read(store, number)).payments).toHaveLength(1);
  });

  test('recognizes a change with a version, no matter how often it was checked', async () => {
    const { store, number, page } = await aPage();
    await failWrites(page, ...allLost);
    await act(page, 'Authorize', {}, 'Authorize');
    await passTime(page, 'Still no clear answer.');
    await submitDialog(page, 'Check again');
    await passTime(page, `Order ${number} authorized. At first there was no clear answer`);
    expect((await read(store, number)).version).toBe(2);
    await failWrites(page, 'lost answer');
    await act(page, 'Ship', { 'Tracking number': 'PX1' }, 'Save shipment');
    await passTime(page, `Shipment of order ${number} updated. At first there was no clear answer`);
    expect(await read(store, number)).toMatchObject({ version: 3, shipments: [{ tracking_number: 'PX1' }] });
  });

  test('does not blame somebody else for a change that the browser itself sent twice', async () => {
    const { store, number, page } = await aPage();
    await failWrites(page, 'sent twice');
    await act(page, 'Note and tags', { Note: 'Ring twice.' }, 'Save');
    await says(page, `Order ${number} saved.`);
    await failWrites(page, 'sent twice');
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, `Order ${number} authorized.`);
    await revokeNew(page, store, 'sent twice');
    await says(page, 'Key revoked.');
    await goTo(page, '#/products');
    await failWrites(page, 'sent twice');
    await act(page, 'Add product', { SKU: 'CUP', Name: 'Cup', 'Price in EUR': '4' }, 'Save');
    await says(page, 'Saved.');
    expect(await read(store, number)).toMatchObject({ version: 3, note: 'Ring twice.' });
  });

  test('recognizes a change of a tenant by what is stored', async () => {
    const { tenant } = await aStore();
    const page = await visit(platform, { at: `#/tenants/${tenant.id}`, ownClock: true });
    await failWrites(page, ...allLost);
    await act(page, 'Set subscription', { Subscription: 'expired' }, 'Save');
    await passTime(page, 'Still no clear answer.');
    await submitDialog(page, 'Check again');
    await passTime(page, 'Saved.');
    await page.getByRole('heading', { name: 'Expired' }).waitFor();
    await failWrites(page, 'sent twice');
    await act(page, 'Set subscription', { Subscription: 'active' }, 'Save');
    await page.getByRole('heading', { name: 'Active' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a cancellation is not taken for one that released the units, nor the other way round', async () => {
    for (const restock of [true, false]) {
      const { store, number, page } = await aPage();
      await page.route('**/order/*', async (route) => {
        if (route.request().method() === 'PATCH' && (await read(store, number)).version === 1)
          await update(store, number, { cancelled: true, restock }, { 'X-Actor': 'ada' });
        await route.fallback();
      });
      await act(page, 'Cancel order', { 'Make its units available again': restock ? 'no' : 'yes' }, 'Cancel order');
      await says(page, 'Somebody else changed this first');
    }
    const { number, page } = await aPage();
    await failWrites(page, 'sent twice', 'lost answer');
    await act(page, 'Cancel order', { 'Make its units available again': 'no' }, 'Cancel order');
    await says(page, `Order ${number} cancelled.`);
    await act(page, 'Restock', {}, 'Restock');
    await passTime(page, `The units of order ${number} are available again. At first there was no clear answer`);
  });

  test('a new product is recognized, also by its stock', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/products', ownClock: true });
    const tea = { SKU: 'TEA', Name: 'Tea', 'Price in EUR': '9.80', 'Units available': '3' };
    await failWrites(page, 'lost answer', 'lost answer');
    await act(page, 'Add product', tea, 'Save');
    await passTime(page, 'Saved. At first there was no clear answer, but the change was made.');
    await call('putProduct', { as: store.key, params: { sku: 'OOLONG' }, body: { name: 'Tea', price: 9.8, stock: 4 } });
    await failWrites(page, 'lost request');
    await act(page, 'Add product', { ...tea, SKU: 'OOLONG' }, 'Save');
    await passTime(page, 'OOLONG already exists, with other values.');
    await page.getByRole('link', { name: 'Open OOLONG' }).waitFor();
    expect(await stockOf(store, 'OOLONG')).toEqual([4, 0]);
  });

  test('asks to check a stock count that must not be sent twice', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/products' });
    const seen = await failWrites(page, 'lost answer');
    const file = {
      name: 'teas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('sku,name,price,stock\nOOLONG,Oolong,7.90,3\n'),
    };
    await page.getByText('Import from a CSV file').click();
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
    await says(page, 'Line 2, OOLONG: Your change may or may not have been made. Check before you send it again.');
    expect(seen.reached).toBe(1);
  });

  test('waits for the rate limit to reset, with a countdown', async () => {
    const { number, page } = await aPage();
    const seen = await failWrites(page, 429);
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, 'Too many requests. Sending again in 1 second');
    await passTime(page, `Order ${number} authorized.`);
    expect(seen.reached).toBe(1);
  });

  test('also waits for the rate limit when it reads what others may have changed', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    const page = await visit(store.key, { at: `#/products/${sku}`, ownClock: true });
    await openDialog(page, 'Edit');
    await page.route(`**/product/${sku}`, (route) => refuse(route, 429, 'rate_limited'), { times: 1 });
    await fill(page, { Name: 'Green tea' });
    await submitDialog(page, 'Save');
    await says(page, 'Too many requests. Sending again in 1 second');
    await passTime(page, 'Saved.');
  });

  test('a screen that was left is no longer read', async () => {
    const { number, page } = await aPage();
    await goTo(page, '#/orders');
    let reads = 0;
    await page.route(`**/order/${number}/history/`, (route) => {
      reads += 1;
      return route.abort();
    });
    await goTo(page, `#/orders/${number}`);
    await says(page, 'Still trying.');
    await goTo(page, '#/settings/legal');
    await says(page, 'Change legal information');
    const before = reads;
    await page.clock.runFor(20_000);
    expect(reads).toBe(before);
  });

  test('a change is reported as made although its screen cannot be loaded again', async () => {
    const { number, page } = await aPage();
    await openDialog(page, 'Authorize');
    const isRead = (route: Route) => route.request().method() === 'GET';
    await page.route(`**/order/${number}`, (route) => (isRead(route) ? route.abort() : route.fallback()));
    await submitDialog(page, 'Authorize');
    await says(page, `Order ${number} authorized.`);
    await says(page, 'Still trying.');
  });

  test('a list says that it could not be loaded, and loads as soon as it can', async () => {
    const { page } = await aPage();
    let answers = 0;
    let isDown = true;
    await page.route('**/product/?limit*', (route) => {
      if (isDown) return refuse(route, 503, 'temporarily_unavailable');
      answers += 1;
      return route.continue();
    });
    await goTo(page, '#/products');
    await says(page, 'The service failed or is unavailable. Still trying. Request r1.');
    isDown = false;
    await passTime(page, 'Tea');
    expect(answers).toBe(1);
  });

  test('an order that arrives before the list could be loaded is listed once', async () => {
    const { store, page } = await aPage();
    let isDown = true;
    await page.route('**/order/?limit=100', (route) => (isDown ? route.abort() : route.continue()));
    await goTo(page, '#/orders');
    await says(page, 'No response from the service.');
    const { number } = await anOrder(store);
    await Promise.all([page.waitForResponse(/updated_from/), page.clock.runFor(3500)]);
    isDown = false;
    await Promise.all([page.waitForResponse(/order\/\?limit=100$/), page.clock.runFor(6000)]);
    await passTime(page, number);
    expect(await page.locator(`tr[data-key="${number}"]`).count()).toBe(1);
  });

  test('does not say that it tries again where it does not', async () => {
    const store = await aStore();
    await setUrl(store, 'https://shop.example.com/hooks');
    const page = await visit(store.key, { at: '#/settings/webhooks' });
    await page.route('**/webhook/*/test', (route) => route.abort());
    await page.getByRole('button', { name: 'Send test' }).click();
    const failed = 'No response from the service. Check your connection. Try again.';
    await says(page, failed);
    await page.route('**/v1/**', (route) => route.abort());
    await page.reload();
    await page.getByLabel('API key').fill(store.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await says(page, failed);
  });
});
