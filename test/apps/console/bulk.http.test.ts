import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore, type Store } from '../../support/actors.ts';
import { describeConsole, fill, goTo, passTime, says, signIn, submitDialog } from '../../support/console.ts';
import { refuse, replaceKey } from '../../support/failWrites.ts';
import { anOrder, aProduct, read, update } from '../../support/orders.ts';
import { until } from '../../support/receiver.ts';

async function orders(store: Store, count: number, given: object = {}) {
  const sku = await aProduct(store, { name: 'Tea' });
  const placed = [];
  for (let i = 0; i < count; i += 1) placed.push(await anOrder(store, { lines: [{ sku, quantity: i + 1 }], ...given }));
  return placed;
}

const choose = async (page: Page, numbers: string[]) => {
  for (const number of numbers) await page.getByLabel(`Select order ${number}`).check();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');

describeConsole('several orders at once in the console', (visit) => {
  test('are authorized and shipped, and those that could not be are named and tried again', async () => {
    const store = await aStore();
    const numbers = (await orders(store, 4)).map(({ number }) => number);
    const [first, second, third, fourth] = numbers as [string, string, string, string];
    const page = await visit(store.key, { at: '#/orders' });
    await choose(page, [first, second]);
    await says(page, '2 orders selected');
    await press(page, 'Authorize');
    await submitDialog(page, 'Authorize 2 orders');
    await dialog(page).getByText('All done.').waitFor();
    await submitDialog(page, 'Close');
    await page.getByRole('row', { name: third }).getByText('To authorize').waitFor();
    await choose(page, [third]);
    await press(page, 'Ship');
    await fill(page, { 'Carrier (optional)': 'Post' });
    await submitDialog(page, 'Ship 3 orders');
    await says(page, '3 of 3 done, 1 with a problem.');
    await says(page, `Order ${third}: The order must be authorized first.`);
    await update(store, third, { authorized: true });
    await submitDialog(page, 'Try the remaining 1 again');
    await dialog(page).getByText('All done.').waitFor();
    const states = [];
    for (const number of numbers)
      states.push((await read(store, number)).shipments.map(({ state, carrier }) => [state, carrier]));
    expect(states).toEqual([...Array(3).fill([['shipped', 'Post']]), [['ready', null]]]);
    await submitDialog(page, 'Close');
    await press(page, 'Clear the selection');
    await press(page, 'Select all listed');
    await says(page, '4 orders selected');
    expect(await page.getByLabel(`Select order ${fourth}`).isChecked()).toBe(true);
  });

  test('show their outcome even when none of them is left in the list', async () => {
    const store = await aStore();
    await orders(store, 2);
    const page = await visit(store.key, { at: '#/orders?authorized=false', ownClock: true });
    await press(page, 'Select all listed');
    await press(page, 'Authorize');
    await submitDialog(page, 'Authorize 2 orders');
    await dialog(page).getByText('All done.').waitFor();
    await passTime(page, 'No orders match.');
    await submitDialog(page, 'Close');
  });

  test('may have been changed before the key stopped working', async () => {
    const store = await aStore();
    const numbers = (await orders(store, 2)).map(({ number }) => number);
    const page = await visit(store.key, { at: '#/orders' });
    await page.route(/\/order\/\d+$/, (route) =>
      route.request().url().endsWith('1002') ? refuse(route, 401, 'unauthorized') : route.continue(),
    );
    await choose(page, numbers);
    await press(page, 'Authorize');
    await submitDialog(page, 'Authorize 2 orders');
    await says(page, 'Your last change may or may not have been made. Sign in with another key and check.');
  });

  test('are exported as CSV, with the number and the reference first', async () => {
    const store = await aStore();
    await orders(store, 2, { reference: '=1+1' });
    const page = await visit(store.key, { at: '#/orders?authorized=false', ownClock: true });
    await choose(page, ['1002', '1001']);
    // A colleague changes an order, which leaves the list.
    await update(store, '1002', { authorized: true, reference: 'PO-2' });
    await passTime(page, '1 order');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export')]);
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .split('\r\n')
      .filter(Boolean);
    expect(head).toMatch(/^\ufeffnumber,reference,created,created_utc,currency,/);
    expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
      ['1001', "'=1+1"],
      ['1002', 'PO-2'],
    ]);
  });

  test('are not selected any more for the next person, who does not see the last search either', async () => {
    const store = await aStore();
    const [{ number = '' } = {}] = await orders(store, 1, { customer: { first_name: 'Anna' } });
    const page = await visit(store.key, { at: '#/orders?q=anna' });
    await choose(page, [number]);
    await page.getByRole('link', { name: number, exact: true }).click();
    const back = page.getByRole('link', { name: 'Back to the list' });
    expect(await back.getAttribute('href')).toContain('q=anna');
    await page.locator('summary').first().click();
    await press(page, 'Sign out');
    await signIn(page, store.key);
    await goTo(page, `#/orders/${number}`);
    expect(await back.getAttribute('href')).toBe('#/orders');
    await goTo(page, '#/orders?q=anna');
    await page.getByLabel(`Select order ${number}`).waitFor();
    expect(await page.getByText('1 order selected').count()).toBe(0);
  });

  test('are shipped from a list of tracking numbers once it is checked, and only once even if it is sent again', async () => {
    const store = await aStore();
    const { number } = await anOrder(store, { authorized: true });
    const referenced = await anOrder(store, { authorized: true, reference: 'PO-7' });
    const page = await visit(store.key, { at: '#/orders' });
    await page.getByText('Ship from a list of tracking numbers').click();
    await page.setInputFiles('input[type=file]', { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from([0xff]) });
    await says(page, 'a.csv is not in UTF-8. Save it as UTF-8.');
    const list = [`#${number} PX1 Royal Mail`, 'PO-7,PX4', '999999\tPX5', `${number}`];
    await page.getByLabel('List', { exact: true }).fill(list.join('\n'));
    await press(page, 'Check the list');
    const rows = page.getByRole('table', { name: 'Ship from a list' }).getByRole('row');
    const outcomes = async () => (await rows.allTextContents()).slice(1);
    await page.getByRole('button', { name: 'Ship 2 parcels' }).waitFor();
    const expected = (outcome: string) => [
      `1${number}PX1${outcome}`,
      `2${referenced.number}PX4${outcome}`,
      '3999999PX5no such order',
      `4${number}The tracking number is required.`,
    ];
    expect(await outcomes()).toEqual(expected('will be shipped'));
    expect((await read(store, number)).shipments).toMatchObject([{ state: 'ready' }]);
    await press(page, 'Ship 2 parcels');
    await page.getByRole('cell', { name: 'shipped', exact: true }).nth(1).waitFor();
    await says(page, 'Finished. Each line shows its outcome.');
    expect(await outcomes()).toEqual(expected('shipped'));
    expect((await read(store, number)).shipments).toMatchObject([
      { state: 'shipped', tracking_number: 'PX1', carrier: 'Royal Mail' },
    ]);
    // A click on an outcome must not leave the list.
    await page.getByRole('cell', { name: 'shipped', exact: true }).first().click();
    await press(page, 'Check the list');
    await page.getByText('already shipped with this number').nth(1).waitFor();
    expect(await page.getByRole('button', { name: /^Ship \d/ }).count()).toBe(0);
  });

  test('do not hide that a list has stopped half way because the key no longer works', async () => {
    const store = await aStore();
    const orders = [await anOrder(store, { authorized: true }), await anOrder(store, { authorized: true })];
    const page = await visit(store.key, { at: '#/orders' });
    let shipped = 0;
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH' && response.ok()) shipped += 1;
    });
    await replaceKey(page, () => shipped > 0);
    await page.getByText('Ship from a list of tracking numbers').click();
    await page.getByLabel('List', { exact: true }).fill(orders.map(({ number }) => `${number} PX${number}`).join('\n'));
    await press(page, 'Check the list');
    await press(page, 'Ship 2 parcels');
    await says(page, 'Your last change may or may not have been made. Sign in with another key and check.');
    expect(shipped).toBe(1);
    await page.unrouteAll();
    await signIn(page, store.key);
    await page.getByText('Ship from a list of tracking numbers').click();
    await page.getByLabel('List', { exact: true }).fill(`${orders[1]?.number} PX2`);
    // The feed must not end the session before the check does.
    await page.route(/\/order\/\?.*updated_from/, (route) => route.abort());
    await replaceKey(page);
    await press(page, 'Check the list');
    await says(page, 'its user was deactivated. Sign in with another key.');
  });

  test('keep their list while it is checked, and take a corrected file afterwards', async () => {
    const store = await aStore();
    const { number } = await anOrder(store, { authorized: true });
    const page = await visit(store.key, { at: '#/orders' });
    const checked = Promise.withResolvers<void>();
    await page.route(new RegExp(`/order/${number}$`), async (route) => {
      await checked.promise;
      await route.continue();
    });
    await page.getByText('Ship from a list of tracking numbers').click();
    const [file, list] = [page.locator('input[type=file]'), page.getByLabel('List', { exact: true })];
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`${number} PX1`) });
    await until(async () => (await list.inputValue()) !== '');
    expect(await file.inputValue()).toBe('');
    await press(page, 'Check the list');
    await says(page, '0 of 1 done');
    expect([await file.isDisabled(), await list.isDisabled()]).toEqual([true, true]);
    checked.resolve();
    await page.getByRole('button', { name: 'Ship 1 parcel' }).waitFor();
    expect(await file.isDisabled()).toBe(false);
  });
});
