import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { decimalsOf, major } from '../../../lib/values/money.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { describeConsole, fill, goTo, openDialog, says } from '../../support/console.ts';
import { anOrder, aProduct, read } from '../../support/orders.ts';

/** With none, two and three decimals. The browser has fewer for HUF and IQD. */
const currencies = ['EUR', 'JPY', 'KWD', 'HUF', 'IQD'];

/** Minor units as digits of a currency, such as `8489.97`, also with separators between thousands. */
function digits(units: number, currency: string) {
  const decimals = decimalsOf(currency);
  const text = `${units}`.padStart(decimals + 1, '0');
  const [whole, fraction] = [text.slice(0, text.length - decimals), decimals > 0 ? `.${text.slice(-decimals)}` : ''];
  return { plain: `${whole}${fraction}`, grouped: `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction}` };
}

const [unit, total] = [499_45, 8_489_97];

/** Three units at 499.45, one at 2,499.99, and shipping: 8,489.97 in all, or as many minor units of another currency. */
async function place(store: Store, sku: string, currency: string): Promise<string> {
  const line = (name: string, quantity: number, units: number) => ({ sku, name, quantity, price: major(units, currency) });
  const lines = [line('Tea', 3, unit), line('Pot', 1, 2_499_99)];
  const shipping = { name: 'Post', price: major(total - 3 * unit - 2_499_99, currency) };
  return (await anOrder(store, { currency, lines, shipping })).number;
}

/** Confirms a dialog with the button that says this amount. */
async function confirm(page: Page, action: string, amount: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^${action}\\D*${amount.replaceAll('.', '\\.')}$`) }).click();
  await dialog.waitFor({ state: 'detached' });
}

describeConsole('the amounts of the console', (visit) => {
  test('are exact, whatever the decimals of a currency', async () => {
    const store = await aStore({ currency: 'HUF' });
    const sku = await aProduct(store);
    const page = await visit(store.key);
    for (const currency of currencies) {
      const number = await place(store, sku, currency);
      const due = digits(total - unit, currency);
      await goTo(page, `#/orders/${number}`);
      await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
      await openDialog(page, 'Credit');
      await fill(page, { Tea: '1' });
      await confirm(page, 'Credit', digits(unit, currency).grouped);
      await openDialog(page, 'Record payment');
      expect(await page.getByLabel(`Amount in ${currency}`).inputValue()).toBe(due.plain);
      await confirm(page, 'Record payment of', due.grouped);
      await openDialog(page, 'Refund');
      await fill(page, { Tea: '1' });
      await confirm(page, 'Refund', digits(unit, currency).grouped);
      const amount = (units: number) => major(units, currency);
      expect(await read(store, number)).toMatchObject({
        currency,
        total: amount(total),
        credited: amount(2 * unit),
        paid: amount(total - unit),
        refunded: amount(unit),
        balance: 0,
        lines: [{ credited: 2 }, { credited: 0 }],
        payments: [{ total: amount(total - unit) }, { total: amount(-unit) }],
      });
    }
    await goTo(page, '#/today');
    await says(page, digits(total - 2 * unit, 'HUF').grouped);
  });
});
