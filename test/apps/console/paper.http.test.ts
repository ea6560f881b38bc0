import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { anOrder, aProduct, cancelPart, pay, ship, update } from '../../support/orders.ts';

/** Two orders with two rates of tax. One unit of the second was cancelled, and something refunded. */
async function aTaxedStore(): Promise<Store> {
  const store = await aStore();
  const address = { line1: '2 Low Street', postal_code: '10115', city: 'Berlin', country: 'DE' };
  await call('updateLegal', {
    as: store.key,
    body: { company_name: 'Tea House', legal_form: 'Ltd', vat_id: 'DE123', address },
  });
  const tea = await aProduct(store, { name: 'Green tea', price: 10.7, tax_rate: 7 });
  const cup = await aProduct(store, { name: 'Cup', price: 11.9, tax_rate: 19 });
  for (const quantity of [1, 3]) {
    const lines = [
      { sku: tea, quantity },
      { sku: cup, quantity: 1 },
    ];
    const shipping_address = { ...address, name: 'Grace Example', line1: '1 High Street' };
    const shipping = { name: 'Post', price: 4.9, tax_rate: 19 };
    await anOrder(store, { lines, shipping, shipping_address, reference: `PO-${quantity}`, authorized: true });
  }
  await cancelPart(store, '1002', { lines: [{ line: 0, quantity: 1 }], reason: 'sold out' });
  await pay(store, '1002', {});
  await pay(store, '1002', { method: 'refund', total: -5, credit: true, reason: 'late' });
  return store;
}

const tables = async (page: Page) =>
  (await page.getByRole('row').allTextContents()).map((row) => row.replace(/sku-\S+?(?=€|Green|Cup|$)/, 'SKU'));

describeConsole('the papers of the console', (visit) => {
  test('has a packing slip and an invoice for each order, one page each, and a credit note for each credit, with the tax by rate', async () => {
    const store = await aTaxedStore();
    const page = await visit(store.key);
    for (const [paper, text, pages] of [
      ['slips', 'Packing slip for order 1002', 2],
      ['picks', 'Pick list for 2 orders', 1],
      ['invoices', 'Invoice for order 1002', 2],
      ['credits', 'sold out', 2],
    ] as const) {
      await goTo(page, `#/paper/${paper}?orders=1001,1002`);
      await says(page, text);
      const pdf = await page.pdf({ format: 'A4' });
      expect([paper, pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length]).toEqual([paper, pages]);
    }
    await goTo(page, '#/paper/invoices?orders=1002');
    await says(page, 'Invoice for order 1002');
    await says(page, 'DE123');
    expect((await tables(page)).filter((row) => /^\d+%/.test(row))).toEqual(['7%€30.00€2.10€32.10', '19%€14.12€2.68€16.80']);
    await page.getByText('€48.90').first().waitFor();
    await goTo(page, '#/paper/credits?orders=1001,1002');
    await says(page, 'sold out');
    // The refund has the rates of the whole order, in proportion: 5 × 32.10 / 48.90 is 3.28.
    expect((await tables(page)).filter((row) => /^\d+%/.test(row))).toEqual([
      '7%€10.00€0.70€10.70',
      '7%€3.07€0.21€3.28',
      '19%€1.45€0.27€1.72',
    ]);
    await goTo(page, '#/paper/credits?orders=1001');
    await says(page, 'there is no credit note');
  });

  test('the pick list adds the units that are still to be packed, and the packing slip has no prices', async () => {
    const store = await aTaxedStore();
    await update(store, (await anOrder(store)).number, { cancelled: true });
    await ship(store, await anOrder(store, { authorized: true }), { state: 'shipped' });
    const page = await visit(store.key, { at: '#/paper/picks?orders=1001,1002,1003,1004' });
    await says(page, 'Pick list for 4 orders');
    expect((await tables(page)).slice(1).sort()).toEqual(['2SKUCup1001, 1002', '3SKUGreen tea1001, 1002 (2)']);
    await goTo(page, '#/paper/slips?orders=1002');
    const sheet = page.getByRole('article');
    await sheet.getByText('PO-3').waitFor();
    const text = await sheet.textContent();
    for (const part of ['Tea House Ltd · 2 Low Street · 10115 Berlin', 'Grace Example', '1 High Street'])
      expect(text).toContain(part);
    expect(text).not.toContain('€');
  });
});
