import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Order } from '../../../lib/order/schema.ts';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, fill, goTo, hasProblem, isFocused, says, signIn, submitDialog } from '../../support/console.ts';
import { anOrder, aProduct, pay, ship, split, update } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

/** Waits until the list shows exactly these orders. The feed is read ahead of time. */
const lists = (page: Page, orders: { number: string }[]) =>
  until(async () => `${await numbers(page)}` === `${orders.map(({ number }) => number)}` || page.clock.runFor(500));

/** Cuts the first page of the list to two orders. Later pages wait until they are released. */
async function holdPages(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/order\/\?limit=100&(?!updated_from)/, async (route) => {
    const url = route.request().url();
    if (!url.includes('cursor')) return route.continue({ url: url.replace('limit=100', 'limit=2') });
    await promise;
    return route.continue();
  });
  return { release: resolve };
}

const numbers = (page: Page) => page.locator('tbody a').allTextContents();

describeConsole('the orders in the console', (visit) => {
  test('finds orders by search and chips, and keeps both in an address that a colleague can open', async () => {
    const store = await aStore();
    const anna = await anOrder(store, { customer: { first_name: 'Anna', last_name: 'Smith' } });
    const paid = await anOrder(store, { customer: { first_name: 'Anna', last_name: 'Jones' } });
    await anOrder(store, { customer: { first_name: 'Bert' } });
    await pay(store, paid.number, {});
    const page = await visit(store.key, { at: '#/orders' });
    await says(page, 'Bert');
    await page.getByLabel('Search').fill('anna');
    await page.waitForURL(/q=anna/);
    await page.getByRole('cell', { name: 'Bert' }).waitFor({ state: 'detached' });
    // While the console searches, the list may be empty.
    await page.getByText('Anna Jones').waitFor();
    await page.getByRole('button', { name: 'Not settled' }).click();
    await page.getByText('Anna Jones').waitFor({ state: 'detached' });
    await page.getByText('Anna Smith').waitFor();
    expect(await numbers(page)).toEqual([anna.number]);

    const colleague = await visit();
    await colleague.goto(page.url());
    await signIn(colleague, store.key);
    await says(colleague, 'Anna Smith');
    expect([await numbers(colleague), await colleague.getByLabel('Search').inputValue()]).toEqual([[anna.number], 'anna']);
  });

  test('says why a list is empty, and finds an order by its number with a leading #', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/orders' });
    await says(page, 'No orders yet.');
    await anOrder(store);
    await page.reload();
    await signIn(page, store.key);
    await page.getByRole('link', { name: '1001' }).waitFor();
    await page.getByLabel('Search').fill('x');
    await says(page, 'Enter at least 2 characters to search.');
    await page.getByRole('link', { name: '1001' }).waitFor();
    await page.getByLabel('Search').fill('xx');
    await says(page, 'No orders match. Remove a filter, or search for something else.');
    await page.getByLabel('Search').fill('#1001');
    await page.getByRole('link', { name: '1001' }).waitFor();
    await page.getByLabel('Placed from').fill('2026-02-02');
    await page.getByLabel('Placed until').fill('2026-02-01');
    await says(page, '“Placed until” is before “Placed from”.');
    await goTo(page, '#/settings/audit');
    await page.getByLabel('From').fill('2026-02-02');
    await page.getByLabel('Until').fill('2026-02-01');
    await says(page, '“Until” is before “From”.');
    await goTo(page, '#/products?archived=true');
    await says(page, 'No products match.');
  });

  test('opens orders with the keyboard or a click on a row, and comes back to the row', async () => {
    const store = await aStore();
    for (const first_name of ['Anna', 'Anton', 'Bert']) await anOrder(store, { customer: { first_name } });
    const page = await visit(store.key, { at: '#/orders' });
    await says(page, '3 orders');
    await page.keyboard.press('/');
    await page.keyboard.type('bert');
    await page.keyboard.press('Enter');
    await says(page, 'Order 1003');
    await goTo(page, '#/orders');
    await page.getByText('Ship from a list').click();
    await page.getByLabel('List').fill('1001 PX1');
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByRole('row', { name: 'PX1' }).waitFor();
    await page.getByLabel('Search').fill('bert');
    await page.keyboard.press('Enter');
    await says(page, 'Order 1003');
    await goTo(page, '#/orders');
    await page.getByLabel('Search').fill('an');
    await page.keyboard.press('Enter');
    await isFocused(page, '1001');
    await says(page, '2 orders');
    await page.getByRole('cell', { name: 'Anton' }).click();
    await says(page, 'Order 1002');
    await goTo(page, '#/orders');
    await page.getByRole('link', { name: '1003' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(page.url()).toContain('at=1001');
    await page.keyboard.press('Enter');
    await says(page, 'Order 1001');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await isFocused(page, '1001');
  });

  test('lists the oldest orders first, and adds what others place at the end', async () => {
    const store = await aStore();
    const [first, second] = [await anOrder(store), await anOrder(store)];
    const page = await visit(store.key, { at: '#/orders', ownClock: true });
    await lists(page, [second, first]);
    await page.getByLabel('Oldest first').check();
    await lists(page, [first, second]);
    expect(page.url()).toContain('order=asc');
    const third = await anOrder(store);
    await lists(page, [first, second, third]);
  });

  test('says in one word how far an order is', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    const order = () => anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
    const [paid, part, refunded] = [await order(), await order(), await order()];
    for (const { number } of [paid, refunded]) await pay(store, number, {});
    await split(store, part.number, { from: part.shipments[0]?.id, lines: [{ sku, quantity: 1 }] });
    await ship(store, part, { state: 'shipped' });
    await update(store, refunded.number, { cancelled: true });
    await pay(store, refunded.number, { method: 'refund' });
    const page = await visit(store.key, { at: '#/orders' });
    const badges = (number: string) => page.getByRole('row', { name: number }).locator('.badge').allTextContents();
    await says(page, 'Paid');
    expect(await badges(paid.number)).toEqual(['Ready', 'Paid']);
    expect(await badges(part.number)).toEqual(['Partly shipped', 'Not settled']);
    expect(await badges(refunded.number)).toEqual(['Cancelled', 'Refunded']);
  });

  test('a filtered list gets every order that now matches, and loses every one that no longer does', async () => {
    const store = await aStore();
    const [first, second] = [await anOrder(store), await anOrder(store, { authorized: true })];
    const page = await visit(store.key, { at: '#/orders?authorized=false', ownClock: true });
    await page.getByRole('link', { name: first.number }).waitFor();
    const placed = await anOrder(store);
    await anOrder(store, { authorized: true });
    await lists(page, [placed, first]);
    await update(store, first.number, { authorized: true });
    await lists(page, [placed]);
    await update(store, second.number, { authorized: false });
    await lists(page, [placed, second]);
    expect(await page.locator('tr.marked').count()).toBe(2);
  });

  test.each([
    ['from=2020-01-01', 1],
    ['to=2020-01-01', 0],
    ['shipment_state=ready&settled=false&visible=true&cancelled=false', 1],
    ['shipment_state=shipped', 0],
    ['settled=true', 0],
    ['cancelled=true', 0],
    ['visible=false', 0],
    ['shippable=true&order=asc', 0],
    ['overpaid=true', 0],
  ])(
    'an order that is placed appears in a list with the filters %s as often as the service lists it: %s',
    async (filters, count) => {
      const store = await aStore();
      const page = await visit(store.key, { at: `#/orders?${filters}`, ownClock: true });
      await says(page, 'No orders match.');
      await anOrder(store);
      for (const _ of [1, 2]) await Promise.all([page.waitForResponse(/updated_from/), page.clock.runFor(3500)]);
      if (count > 0) await page.getByRole('row').nth(count).waitFor();
      expect(await numbers(page)).toHaveLength(count);
    },
  );

  test('a search gets every order that it now finds, and loses every one that it no longer finds', async () => {
    const store = await aStore();
    const named = (first_name: string) => ({ customer: { first_name } });
    const anna = await anOrder(store, named('Anna'));
    const bert = await anOrder(store, named('Bert'));
    const page = await visit(store.key, { at: '#/orders?q=ann&authorized=false', ownClock: true });
    await lists(page, [anna]);
    const annika = await anOrder(store, named('Annika'));
    await anOrder(store, { ...named('Annika'), authorized: true });
    await lists(page, [anna, annika]);
    await update(store, anna.number, named('Hanna'));
    await lists(page, [annika]);
    await update(store, bert.number, named('Anne'));
    await lists(page, [bert, annika]);
    expect(await page.locator('tr.marked').count()).toBe(2);
  });

  test('an order that changes below the loaded part of a list appears in its place when the list gets there', async () => {
    const store = await aStore();
    const orders: Order[] = [];
    for (const _ of [1, 2, 3, 4, 5]) orders.push(await anOrder(store, { authorized: true }));
    const [one, two, three, four, five] = orders as [Order, Order, Order, Order, Order];
    const page = await visit(store.key, { ownClock: true });
    const { release } = await holdPages(page);
    await goTo(page, '#/orders?authorized=true');
    await lists(page, [five, four]);
    await update(store, one.number, { authorized: false });
    await update(store, two.number, { note: 'Ring' });
    const six = await anOrder(store, { authorized: true });
    await lists(page, [six, five, four]);
    release();
    await lists(page, [six, five, four, three, two]);
  });

  test('places an order, and shows which product is short', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { stock: 3, price: 2.5, name: 'Mint tea' });
    const page = await visit(store.key, { at: '#/orders' });
    await page.getByRole('button', { name: 'New order' }).click();
    await page.locator(`datalist option[value="${sku}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Add a product' }).click();
    await fill(page, { 'Product 2: SKU': 'UNKNOWN' });
    await submitDialog(page, 'Place order');
    await hasProblem(page, 'Product 2: SKU', /./);
    await fill(page, { 'Product 2: SKU': '' });
    await fill(page, { 'Product 1: SKU': 'UNKNOWN', 'Units of product 1': '4', 'First name': 'Ada', Price: '4,90' });
    await page.getByText('Goods:').waitFor({ state: 'detached' });
    await fill(page, { 'Product 1: SKU': sku });
    await says(page, 'Mint tea · €2.50 · 3 available');
    await says(page, 'Goods: €10.00');
    await submitDialog(page, 'Place order');
    await hasProblem(page, 'Method', /./);
    await fill(page, { Method: 'Post' });
    await submitDialog(page, 'Place order');
    await says(page, /3 available/);
    await fill(page, { 'Units of product 1': '2' });
    await submitDialog(page, 'Place order');
    await page.getByRole('heading', { name: /^Order 10/ }).waitFor();
    const [order] = (await call('getOrders', { as: store.key })).payload.orders;
    expect(order).toMatchObject({ total: 9.9, authorized: true, customer: { first_name: 'Ada' }, shipping_address: null });
  });

  test('the search box shows what is searched', async () => {
    const store = await aStore();
    for (const first_name of ['Anna', 'Bert']) await anOrder(store, { customer: { first_name } });
    const page = await visit(store.key, { at: '#/orders?q=anna' });
    const box = page.getByLabel('Search');
    const cell = (name: string) => page.getByRole('cell', { name });
    await cell('Anna').waitFor();
    expect([await box.inputValue(), await cell('Bert').count()]).toEqual(['anna', 0]);
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await cell('Bert').waitFor();
    expect(await box.inputValue()).toBe('');
    await goTo(page, '#/orders?q=bert');
    await cell('Anna').waitFor({ state: 'detached' });
    expect(await box.inputValue()).toBe('bert');
    await box.fill('anna ');
    await cell('Anna').waitFor();
    expect(await box.inputValue()).toBe('anna ');
  });

  test('writes numbers and dates as the language of the browser does', async () => {
    const store = await aStore();
    const { created } = await anOrder(store, { lines: [{ sku: await aProduct(store, { price: 1234.5 }), quantity: 1 }] });
    const year = new Date(created).toLocaleDateString('en', { timeZone: 'Europe/Berlin', year: 'numeric' });
    const page = await visit(store.key, { at: '#/orders', locale: 'de-DE' });
    await says(page, /^1\.234,50\s€$/);
    await says(page, new RegExp(`^\\d+\\. \\S+ ${year}, \\d\\d:\\d\\d$`));
    await says(page, '1 order');
  });

  test('shows times in the zone of the store, amounts in its currency, and days as the store counts them', async () => {
    const store = await aStore({ country: 'JP', timezone: 'Asia/Tokyo' });
    await anOrder(store, { lines: [{ sku: await aProduct(store, { price: 1200 }), quantity: 1 }] });
    const page = await visit(store.key, { at: '#/orders' });
    await says(page, /^JP¥1,200$/);
    const { created } = (await call('getOrders', { as: store.key })).payload.orders[0];
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' });
    await says(page, time.format(new Date(created)));
    await page.getByLabel('Placed from').fill(new Date(Date.parse(created) + 33 * 3_600_000).toISOString().slice(0, 10));
    await says(page, 'No orders match.');
  });
});

describeConsole('today in the console', (visit) => {
  test('counts the open tasks with their sums and age, and each number links to its list', async () => {
    const timeZone = 'America/Los_Angeles';
    const store = await aStore({ timezone: timeZone });
    const sku = await aProduct(store, { stock: 4, name: 'Scarce tea' });
    const [first, second] = [await anOrder(store, { lines: [{ sku, quantity: 1 }] }), await anOrder(store)];
    await update(store, first.number, { authorized: true });
    const owed = await anOrder(store, { authorized: true });
    await pay(store, owed.number, {});
    await update(store, owed.number, { cancelled: true });
    const page = await visit(store.key);
    for (const [title, number] of [
      ['To authorize', '1'],
      ['To ship', '1 all placed today'],
      ['To collect', '2 €20.00'],
      ['To refund', '1 €10.00'],
      ['Low stock', '1'],
    ]) {
      await page.getByRole('link', { name: `${title} ${number}` }).waitFor();
    }
    await page.getByRole('link', { name: 'Webhooks No URL set' }).waitFor();
    await page.getByRole('img', { name: 'Orders by day. Total: 2.' }).waitFor();
    await page.getByText('Sold as a table').click();
    const day = new Date(first.created).toLocaleDateString('en-GB', { timeZone, dateStyle: 'medium' });
    await page.getByRole('row', { name: `${day} €20.00` }).waitFor();
    await page.getByRole('img', { name: 'Paid by day. Total: €10.00.' }).waitFor();
    await page.getByRole('link', { name: /^To collect/ }).click();
    await page.getByRole('link', { name: first.number }).waitFor();
    expect(await numbers(page)).toEqual([second.number, first.number]);
    await goTo(page, '#/');
    await page.getByRole('link', { name: /^To ship/ }).click();
    await page.getByRole('link', { name: first.number }).waitFor();
    expect(await numbers(page)).toEqual([first.number]);
    expect(page.url()).toContain('shippable=true&order=asc');
    await goTo(page, '#/');
    await page.getByRole('link', { name: 'To refund' }).click();
    await page.getByRole('link', { name: owed.number }).waitFor();
    expect(await numbers(page)).toEqual([owed.number]);
  });
});
