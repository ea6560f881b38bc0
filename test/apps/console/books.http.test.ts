import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { anOrder, pay, read, ship, update } from '../../support/orders.ts';

describeConsole('the books in the console', (visit) => {
  test('record the cash in a list once it is checked, and only once even if the list is sent again', async () => {
    const store = await aStore();
    const [first, second] = [await anOrder(store), await anOrder(store)];
    const page = await visit(store.key, { at: '#/books', actor: 'ada' });
    await page.getByText("Record cash from a carrier's list").click();
    const list = `reference;number;amount\nP-1;${first.number};10,00\nP-2;${second.number};9,99\nP-3;999999;1\n;1;1`;
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByText('The list is empty. Paste it, or choose a file.').waitFor();
    await page.getByLabel('List').fill(list);
    const rows = page.getByRole('table', { name: 'Record cash' }).getByRole('row');
    const outcomes = async (last: string) => {
      await rows.filter({ hasText: last }).waitFor();
      return (await rows.locator('td:last-child').allTextContents()) as string[];
    };
    const others = ['the amount differs: €10.00 due', 'no such order', 'reference: is required'];
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByRole('button', { name: 'Record 1 payment' }).waitFor();
    expect(await outcomes('reference: is required')).toEqual(['will be recorded', ...others]);
    expect((await read(store, first.number)).paid).toBe(0);
    for (const outcome of ['recorded', 'already recorded']) {
      if (outcome !== 'recorded') await page.getByRole('button', { name: 'Check the list' }).click();
      else await page.getByRole('button', { name: 'Record 1 payment' }).click();
      await rows.getByText(outcome, { exact: true }).waitFor();
      expect(await outcomes('reference: is required')).toEqual([outcome, ...others]);
    }
    const { payments } = await read(store, first.number);
    expect(payments).toMatchObject([{ total: 10, method: 'cash_on_delivery', transaction_data: { reference: 'P-1' } }]);
  });

  test('close a day that adds up, with the money by method and each order to look at', async () => {
    const store = await aStore();
    const order = () => anOrder(store, { authorized: true });
    const [paid, owed, sent, credited, part] = [await order(), await order(), await order(), await order(), await order()];
    const open = await anOrder(store);
    await pay(store, paid.number, { method: 'card' });
    await pay(store, owed.number, { method: 'card' });
    await update(store, owed.number, { cancelled: true });
    await ship(store, sent, { state: 'shipped' });
    await call('createCredit', { as: store.key, params: { number: credited.number }, body: { amount: 4 } });
    await pay(store, part.number, { total: 6 });
    await pay(store, part.number, { method: 'refund', total: -2 });
    const page = await visit(store.key, { at: '#/books' });
    await says(page, 'The day adds up.');
    expect(await page.locator('.sums > div').allTextContents()).toEqual([
      'Ordered€50.00',
      'Less credits€4.00',
      'Less payments€26.00',
      'Plus refunds€2.00',
      'Plus what is to be refunded€10.00',
      'Due€32.00',
    ]);
    const rows = async (name: string | RegExp) =>
      (await page.getByRole('table', { name }).getByRole('row').allTextContents()).slice(1);
    expect(await rows(/^Payments and refunds recorded/)).toEqual(['Card2€20.00', 'Cash on delivery1€6.00', 'Refund1-€2.00']);
    expect(await rows('Needs attention')).toEqual([
      `${owed.number}To refund€10.00`,
      `${sent.number}Everything was sent, but not everything is paid€10.00`,
      `${open.number}Not authorized€10.00`,
    ]);
    const day = page.getByLabel('Day');
    await day.fill('2999-12-31');
    await says(page, 'This day is in the future.');
    await day.pressSequentially('01022020');
    await says(page, 'Nothing was ordered, paid or refunded on 2 Jan 2020.');
    expect(await day.inputValue()).toBe('2020-01-02');
  });

  test('count the money of a day that is recorded while its orders are read', async () => {
    const store = await aStore();
    const order = await anOrder(store);
    await pay(store, order.number, { total: 4, method: 'card' });
    const page = await visit(store.key, { at: '#/today' });
    await goTo(page, '#/orders');
    let isPaid = false;
    await page.route(/updated_from=/, async (route) => {
      const response = await route.fetch();
      const isFirst = !isPaid;
      isPaid = true;
      if (isFirst) await pay(store, order.number, { total: 2 });
      await route.fulfill({ response });
    });
    await goTo(page, '#/books');
    const table = page.getByRole('table', { name: /^Payments and refunds recorded/ });
    await table.waitFor();
    expect((await table.getByRole('row').allTextContents()).slice(1)).toEqual(['Card1€4.00', 'Cash on delivery1€2.00']);
  });

  test('show the months of a year as they are counted, and of another year', async () => {
    const store = await aStore();
    const [paid, part] = [await anOrder(store), await anOrder(store)];
    await pay(store, paid.number, { method: 'card' });
    await pay(store, part.number, { total: 6 });
    await pay(store, part.number, { method: 'refund', total: -2, credit: true });
    const page = await visit(store.key, { at: '#/books' });
    const counted = Promise.withResolvers<void>();
    let body: { payload?: object } = {};
    await page.route(/\/report\/day\//, async (route) => {
      if (route.request().url().includes('cursor=more')) {
        await counted.promise;
        return route.fulfill({ json: { ...body, payload: { ...body.payload, days: [] } } });
      }
      body = await (await route.fetch()).json();
      const payload = { ...body.payload, complete_from: new Date().toISOString(), next_cursor: 'more' };
      return route.fulfill({ json: { ...body, payload } });
    });
    await page.getByRole('link', { name: 'Months' }).click();
    await says(page, /^Counted back to/);
    const rows = () => page.getByRole('table').getByRole('row').allTextContents();
    const [year = '', month] = monthNow();
    expect((await rows()).slice(0, 3)).toEqual(['MonthOrdersSoldPaidRefundedPayments', `${year}…………`, `${month}…………Export`]);
    counted.resolve();
    await page.getByRole('img', { name: 'Sold by month. Total: €18.00.' }).waitFor();
    const sums = '2€18.00€16.00€2.00';
    expect((await rows()).slice(1, 3)).toEqual([`${year}${sums}`, `${month}${sums}Export`]);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('link', { name: `${Number(year) - 1}` }).click();
    await page.getByRole('img', { name: 'Orders by month. Total: 0.' }).waitFor();
    expect(await rows()).toHaveLength(14);
  });

  test('export the payments of a month until now, also those of an order that changes meanwhile', async () => {
    const store = await aStore();
    const order = await anOrder(store, { authorized: true });
    const id = '12345678901234567890';
    await pay(store, order.number, { total: 4, method: 'card', transaction_data: { id: JSON.rawJSON(id) } });
    const page = await visit(store.key, { at: '#/books/months' });
    await page.route(/updated_from=/, async (route) => {
      const response = await route.fetch();
      if ((await read(store, order.number)).payments.length === 1)
        await pay(store, order.number, { method: 'refund', total: -1 });
      await route.fulfill({ response });
    });
    const [year, month] = monthNow();
    const button = page.getByRole('button', { name: `Export the payments of ${month} ${year}` });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    await says(page, '1 row saved');
    expect(download.suggestedFilename()).toMatch(new RegExp(`^payments-${year}-\\d\\d\\.csv$`));
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toMatch(/^\ufeffrecorded,recorded_utc,order,order_reference,id,currency,total,method,/);
    expect(rows.map((row) => row.split(',').slice(5, 8))).toEqual([['EUR', '4.00', 'card']]);
    expect(rows[0]).toContain(`:${id}}`);
  });
});

/** Year and month in the time zone of a store, as the console writes them. */
const monthNow = () => {
  const now = (options: object) => new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin', ...options });
  return [now({ year: 'numeric' }), now({ month: 'short' })];
};
