import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, says, submitDialog } from '../../support/console.ts';
import { anOrder, aProduct, stockOf } from '../../support/orders.ts';

describeConsole('the products in the console', (visit) => {
  test('counts and adjusts stock with a reason', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { stock: 10 });
    await anOrder(store, { lines: [{ sku, quantity: 2 }] });
    const page = await visit(store.key, { at: `#/products/${sku}`, actor: 'ada' });
    await act(page, 'Count', { 'Units on the shelf': '7', 'Reason (optional)': 'stocktaking' }, 'Count');
    await says(page, 'Stock of Tea changed.');
    expect(await stockOf(store, sku)).toEqual([5, 2]);
    await act(page, 'Adjust', { 'Units to add': '-1' }, 'Adjust');
    await page.getByRole('definition').getByText('4', { exact: true }).waitFor();
    const { entries } = (await call('getOwnAudit', { as: store.key, query: { operation: 'adjustStock' } })).payload;
    expect(entries.map(({ actor }: { actor: string }) => actor)).toEqual(['ada', 'ada']);
    await act(page, 'Adjust', { 'Units to add': '-99' }, 'Adjust');
    await page.getByRole('dialog').locator('.notice.bad').waitFor();
  });

  test('adds, edits and archives a product, and lists low stock', async () => {
    const store = await aStore();
    await aProduct(store, { name: 'Plenty', stock: 100 });
    const page = await visit(store.key, { at: '#/products' });
    await act(page, 'Add product', { SKU: 'OOLONG', Name: 'Oolong', 'Price in EUR': '9.80', 'Units available': '3' }, 'Save');
    await page.getByRole('button', { name: 'Fewer than 5 available' }).click();
    await page.getByText('Plenty').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'OOLONG' }).click();
    await act(page, 'Edit', { 'Price in EUR': '1,200' }, 'Save');
    await says(page, '“1,200” is not an amount in EUR.');
    await fill(page, { 'Price in EUR': '10,5' });
    await submitDialog(page, 'Save');
    await says(page, '€10.50');
    await act(page, 'Archive', {}, 'Archive');
    await says(page, 'Offer again');
    const { product } = (await call('getProduct', { as: store.key, params: { sku: 'OOLONG' } })).payload;
    expect(product).toMatchObject({ price: 10.5, archived: true, stock: { available: 3 } });
  });

  test('imports a CSV file, and says which rows were not imported and why', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/products' });
    const rows = ['sku,name,price,stock', 'A-1,"White tea, ""50 g""",11.5,30', 'A-2,Oolong,x,1', 'A 3,Bad,1,1', 'A-4,Gift,25,'];
    const file = { name: 'teas.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`) };
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
    await says(page, '4 of 4 rows, 2 not imported.');
    await says(page, 'Line 3, A-2: price: “x” is not a number.');
    await says(page, 'Line 4, A 3: “A 3” is not an SKU.');
    await page.getByRole('cell', { name: 'White tea, "50 g"' }).waitFor();
    await page.getByRole('row', { name: /A-4 .*not tracked/ }).waitFor();
    await page.getByLabel('CSV file', { exact: true }).setInputFiles({ ...file, buffer: Buffer.from('sku,price\n') });
    await says(page, 'these are missing: name, stock');
  });
});
