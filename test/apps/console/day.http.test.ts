import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { act, describeConsole, says } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';
import { read } from '../../support/orders.ts';

type Task = { task: string; clicks: number; seconds: number };

/** Counts the clicks and keys that a task takes, and measures the time that the browser and the service need for it. */
async function timed(page: Page, task: string, work: () => Promise<unknown>): Promise<Task> {
  await page.evaluate('window.clicks = 0');
  const before = Date.now();
  await work();
  const clicks = (await page.evaluate('window.clicks')) as number;
  return { task, clicks, seconds: (Date.now() - before) / 1000 };
}

describeConsole('a day of a store with the console alone', (visit) => {
  test('from finding an order to closing for the evening', async () => {
    const store = await aConsoleStore();
    const page = await visit(store.key, { actor: 'ada' });
    await page.evaluate(
      "addEventListener('click', (event) => { window.clicks += event.isTrusted && event.detail > 0 ? 1 : 0 }, true)",
    );
    const link = (name: string) => page.getByRole('link', { name }).first().click();
    const tasks = [
      await timed(page, 'find the order of a caller', async () => {
        await link('Orders');
        await page.getByLabel('Search').fill('grace');
        await page.getByRole('link', { name: '1001' }).waitFor();
        await page.getByText('Mary Example').waitFor({ state: 'detached' });
        await link('1001');
        await says(page, 'Order 1001');
      }),
      await timed(page, 'correct the address', async () => {
        await act(page, 'Correct', { 'Address line 1': '2 High Street' }, 'Save');
        await says(page, 'Order 1001 corrected.');
      }),
      await timed(page, 'record the payment', async () => {
        await act(page, 'Record payment', {}, 'Record payment of €53.60');
        await says(page, 'Payment for order 1001 recorded.');
      }),
      await timed(page, 'authorize', async () => {
        await act(page, 'Authorize', {}, 'Authorize');
        await says(page, 'Order 1001 authorized.');
      }),
      await timed(page, 'ship with tracking', async () => {
        await act(page, 'Ship', { Carrier: 'Post', 'Tracking number': 'PX1' }, 'Save shipment');
        await says(page, 'Post PX1');
      }),
      await timed(page, 'record a return', async () => {
        await act(page, 'Record return', { 'Green tea, 100 g': '1' }, 'Record return');
        await says(page, '(1 returned)');
      }),
      await timed(page, 'refund one of three', async () => {
        await act(page, 'Refund', { 'Green tea, 100 g': '1' }, 'Refund €7.90');
        await says(page, 'Refunded €7.90 for order 1001.');
      }),
      await timed(page, 'list what is not settled', async () => {
        await link('Today');
        await page.getByRole('link', { name: 'Not settled 1' }).click();
        await page.getByRole('link', { name: '1003' }).waitFor();
      }),
      await timed(page, 'credit a unit that was refused unpaid', async () => {
        await link('1003');
        await act(page, 'Credit', { 'Green tea, 100 g': '1', 'Reason (optional)': 'refused at the door' }, 'Credit €7.90');
        await says(page, 'Order 1003 credited.');
      }),
      await timed(page, 'cancel the unpaid order with restock', async () => {
        await act(page, 'Cancel order', {}, 'Cancel order');
        await says(page, 'Order 1003 cancelled.');
      }),
      await timed(page, 'count the stock that is low', async () => {
        await link('Today');
        await page.getByRole('link', { name: 'Low stock 1' }).click();
        await link('TEA-BLACK');
        await act(page, 'Count', { 'Units on the shelf': '12' }, 'Count');
        await says(page, 'Stock of Black tea, 100 g changed.');
      }),
      await timed(page, 'close for the evening, and open again', async () => {
        await link('Settings');
        await act(page, 'Open or close manually', { Store: 'false' }, 'Save');
        await says(page, 'no end');
        await act(page, 'Open or close manually', { Store: 'null' }, 'Save');
        await page.getByText('no end').waitFor({ state: 'detached' });
      }),
    ];
    if (process.env.PICTURES) console.table(tasks);
    const order = await read(store, '1001');
    expect(order).toMatchObject({ balance: 0, refunded: 7.9, credited: 7.9, authorized: true });
    expect(order.shipments).toMatchObject([{ state: 'shipped', lines: [{ returned: 1 }, { returned: 0 }] }]);
    expect(tasks.filter(({ clicks }) => clicks > 6)).toEqual([]);
  });
});
