import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { aManagementKey, aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, says, signIn, submitDialog } from '../../support/console.ts';
import { anOrder, pay, read, ship, update } from '../../support/orders.ts';

type Fate = 'lost request' | 'lost answer' | 429 | 503 | 'pass';

/** What becomes of the next writes. Later ones pass. Counts how often the service was reached. */
async function fates(page: Page, ...next: Fate[]): Promise<{ reached: number }> {
  const seen = { reached: 0 };
  const refuse = (route: Route, status: number, code: string) =>
    route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { result: 'error', code, description: 'Later.' } });
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const fate = next.shift() ?? 'pass';
    if (fate === 'lost request') return route.abort();
    if (fate === 429) return refuse(route, 429, 'rate_limited');
    seen.reached += 1;
    if (fate === 'pass') return route.continue();
    await route.fetch();
    return fate === 503 ? refuse(route, 503, 'temporarily_unavailable') : route.abort();
  });
  return seen;
}

describeConsole('when a response is lost', (visit) => {
  test.each<Fate[]>([['lost answer'], ['lost request'], [503], ['lost answer', 503, 'lost answer']])(
    'a payment is made once, and the page says so: %s',
    async (...next) => {
      const store = await aStore();
      const { number } = await anOrder(store);
      const page = await visit(store.key, { at: `#/orders/${number}` });
      await fates(page, ...next);
      await act(page, 'Record payment', { 'Amount in EUR': '4' }, 'Record payment');
      await says(page, 'No response. Finding out whether your change was made');
      await says(
        page,
        `Payment for order ${number} recorded. The first response was lost, but the change was made exactly once.`,
      );
      expect((await read(store, number)).payments).toMatchObject([{ total: 4 }]);
    },
  );

  test('a change with a version is recognized in the history', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: `#/orders/${number}`, actor: 'ada' });
    await fates(page, 'lost answer');
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, `Order ${number} authorized. The first response was lost`);
    expect((await read(store, number)).version).toBe(2);
  });

  test('a change that somebody else overtook is not taken for one that was made', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: `#/orders/${number}`, actor: 'ada' });
    let isFirst = true;
    await page.route('**/v1/**', async (route) => {
      if (route.request().method() === 'GET' || !isFirst) return route.continue();
      isFirst = false;
      await update(store, number, { note: 'from elsewhere' });
      return route.abort();
    });
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, 'Somebody else changed this first');
    await page.getByRole('dialog').getByText('Note: none → from elsewhere').waitFor();
    await submitDialog(page, 'Authorize');
    await says(page, `Order ${number} authorized.`);
  });

  test('a service that stays silent leaves the question open, until it answers', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    await pay(store, number, {});
    const page = await visit(store.key, { at: `#/orders/${number}` });
    await fates(page, 'lost answer', 'lost request', 'lost request', 'lost request', 'lost request');
    await act(page, 'Refund', { Tea: '1' }, 'Refund €10.00');
    await says(page, 'Your change may or may not have been made.');
    expect(await page.getByRole('dialog').getByLabel('Tea').isDisabled()).toBe(true);
    await submitDialog(page, 'Check again');
    await says(page, 'Refunded €10.00');
    expect((await read(store, number)).refunded).toBe(10);
  });

  test('a rate limit is waited for, with a countdown', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: `#/orders/${number}` });
    const seen = await fates(page, 429);
    await act(page, 'Authorize', {}, 'Authorize');
    await says(page, 'Too many requests. Nothing was changed yet. Sending again in 1 second');
    await says(page, `Order ${number} authorized.`);
    expect(seen.reached).toBe(1);
  });

  test('a screen says that it could not be loaded, and loads as soon as it can', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key);
    let isDown = true;
    const error = { result: 'error', code: 'temporarily_unavailable', description: 'Later.', request_id: 'r1' };
    await page.route('**/order/1001*', (route) =>
      isDown ? route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: error }) : route.continue(),
    );
    await page.evaluate(`location.hash = '#/orders/${number}'`);
    await says(page, 'The service is temporarily unavailable. The page keeps trying. Request r1.');
    isDown = false;
    await says(page, 'Shipment 1');
  });

  test('a key that expires in the middle of a dialog makes no change, and the page says so', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const expires = new Date(Date.now() + 9_000).toISOString();
    const page = await visit(await aManagementKey(store.tenant.id, { expires }), { at: `#/orders/${number}` });
    await page.route('**/order/?updated_from*', (route) => route.abort());
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.waitForTimeout(Math.max(0, Date.parse(expires) - Date.now()) + 500);
    await submitDialog(page, 'Record payment');
    await says(page, 'Your last change was not made. Sign in with another key.');
    expect((await read(store, number)).payments).toEqual([]);
    await signIn(page, store.key);
    await says(page, 'Shipment 1');
  });
});

describeConsole('two people at one order', (visit) => {
  test('whoever is second sees what changed and is asked again', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const where = { at: `#/orders/${number}` };
    const [ada, bob] = [await visit(store.key, { ...where, actor: 'ada' }), await visit(store.key, { ...where, actor: 'bob' })];
    for (const page of [ada, bob]) await page.getByRole('button', { name: 'Record payment' }).click();
    await fill(ada, { 'Amount in EUR': '4' });
    await fill(bob, { 'Amount in EUR': '5' });
    await submitDialog(ada, 'Record payment');
    await says(ada, 'recorded.');
    await submitDialog(bob, 'Record payment');
    await says(bob, 'Somebody else changed this first');
    await bob.getByRole('dialog').getByText('€4.00, cash_on_delivery').waitFor();
    await bob.getByRole('dialog').getByText('ada').waitFor();
    await submitDialog(bob, 'Record payment');
    await says(bob, 'recorded.');
    expect((await read(store, number)).payments.map(({ total }) => total)).toEqual([4, 5]);
  });

  test('of two changes at the same instant one is made at once, and the other after it is confirmed', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const pages = await Promise.all([1, 2].map((i) => visit(store.key, { at: `#/orders/${number}`, actor: `person${i}` })));
    for (const page of pages) await page.getByRole('button', { name: 'Record payment' }).click();
    for (const page of pages) await fill(page, { 'Amount in EUR': '3' });
    await Promise.all(pages.map((page) => submitDialog(page, 'Record payment')));
    const [first, second] = await Promise.all(
      pages.map((page) =>
        page
          .getByText(/recorded\.|Somebody else changed this first/)
          .first()
          .textContent(),
      ),
    );
    expect([first, second].filter((text) => /recorded/.test(text as string))).toHaveLength(1);
    const loser = pages[/recorded/.test(first as string) ? 1 : 0] as Page;
    expect((await read(store, number)).paid).toBe(3);
    await submitDialog(loser, 'Record payment');
    await says(loser, 'recorded.');
    expect((await read(store, number)).paid).toBe(6);
  });

  test('a return that somebody else has recorded cannot be recorded again', async () => {
    const store = await aStore();
    const order = await anOrder(store, { authorized: true });
    await ship(store, order, { state: 'shipped' });
    const page = await visit(store.key, { at: `#/orders/${order.number}` });
    await page.route('**/order/?updated_from*', (route) => route.abort());
    await page.getByRole('button', { name: 'Record return' }).click();
    const params = { number: order.number, id: order.shipments[0]?.id as string };
    await call('returnShipment', { as: store.key, params, body: {} });
    await submitDialog(page, 'Record return');
    await page.getByRole('dialog').locator('.notice.bad').waitFor();
    expect((await read(store, order.number)).shipments[0]?.lines).toMatchObject([{ returned: 1 }]);
  });
});
