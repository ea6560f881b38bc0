import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, says } from '../../support/console.ts';
import { anOrder, pay, ship, update } from '../../support/orders.ts';

describeConsole('the books in the console', (visit) => {
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
    expect(await rows('To look at')).toEqual([
      `${owed.number}To refund€10.00`,
      `${sent.number}Everything has left, but it is not paid€10.00`,
      `${open.number}Not authorized€10.00`,
    ]);
    await page.getByLabel('Day').fill('2020-01-01');
    await says(page, 'Nothing was ordered, paid or refunded on 1 Jan 2020.');
  });
});
