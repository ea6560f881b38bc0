import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { act, describeConsole, fill, goTo, says, signIn, staysOpen, submitDialog } from '../../support/console.ts';
import { anOrder, aProduct, ship, stockOf } from '../../support/orders.ts';
import { adjustStock } from '../../support/products.ts';

const countRenders = `
  window.renders = 0;
  const changes = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => { renders += 1; }).observe(document.querySelector('details.card'), changes);
`;

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
    await submitDialog(page, 'Cancel');
    const movements = page.getByRole('table', { name: 'Counts and adjustments' }).getByRole('row');
    await movements.getByText('stocktaking').waitFor();
    await movements.getByText('5 → 4').waitFor();
    const shown = (await movements.allTextContents()).slice(1);
    expect(shown).toEqual([expect.stringMatching(/5 → 4none ?ada/), expect.stringMatching(/8 → 5stocktaking ?ada/)]);
    // An order takes what the next adjustment adds.
    await anOrder(store, { lines: [{ sku, quantity: 1 }] });
    await act(page, 'Adjust', { 'Units to add': '1' }, 'Adjust');
    await movements.getByText('3 → 4').waitFor();
  });

  test('finds adjustments behind many other changes, and says if there may be older ones', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { stock: 10 });
    await adjustStock(store, sku, { adjust: 1 });
    const page = await visit(store.key, { at: '#/products' });
    let hasMore = false;
    await page.route(/\/audit\/\?/, (route) => {
      const url = route.request().url();
      // A page that looked through changes of other kinds only.
      if (hasMore || !url.includes('cursor=')) return route.fulfill({ json: { payload: { entries: [], next_cursor: 'c1' } } });
      return route.continue({ url: url.replace(/cursor=\w+/, 'operation=adjustStock') });
    });
    await goTo(page, `#/products/${sku}`);
    await says(page, '10 → 11');
    expect(await page.getByText('Older changes are not shown.').count()).toBe(0);
    hasMore = true;
    await goTo(page, '#/products');
    await goTo(page, `#/products/${sku}`);
    await says(page, 'No counts or adjustments of this product were found.');
    await says(page, 'Older changes are not shown.');
  });

  test('lists the orders that its reserved units are for, and links to the others', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { stock: 10 });
    const order = (authorized: boolean, quantity: number) => anOrder(store, { authorized, lines: [{ sku, quantity }] });
    const [first, unauthorized, shipped, second] = [
      await order(true, 1),
      await order(false, 3),
      await order(true, 1),
      await order(true, 2),
    ];
    await anOrder(store, { authorized: true });
    await ship(store, shipped, { state: 'shipped' });
    const page = await visit(store.key, { at: `#/products/${sku}` });
    const rows = page.getByRole('table', { name: 'Orders to ship with this product' }).getByRole('row');
    await rows.nth(2).waitFor();
    const shown = (await rows.allTextContents()).slice(1);
    const row = (number: string, units: number) => expect.stringMatching(new RegExp(`^${number}.*${units}$`));
    expect(shown).toEqual([row(first.number, 1), row(second.number, 2)]);
    await says(page, '3 more in orders that cannot ship:');
    await page.getByRole('link', { name: 'to authorize' }).click();
    await page.getByRole('link', { name: unauthorized.number }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: `With ${sku}` }).click();
    expect(page.url()).not.toContain('sku=');
  });

  test('finds products by SKU and name, and lists those below any threshold', async () => {
    const store = await aStore();
    await aProduct(store, { name: 'Grüner Tee', stock: 20 });
    const sku = await aProduct(store, { name: 'Cup', stock: 8 });
    const page = await visit(store.key, { at: '#/products' });
    const cell = (name: string) => page.getByRole('cell', { name, exact: true });
    await cell('Cup').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('gruner');
    await cell('Cup').waitFor({ state: 'detached' });
    await cell('Grüner Tee').waitFor();
    await page.getByLabel('Search').fill(sku);
    await cell('Cup').waitFor();
    await page.getByLabel('Search').fill('coffee');
    await says(page, 'No products match.');
    await page.getByLabel('Search').fill('');
    await page.getByRole('button', { name: 'Low stock' }).click();
    await says(page, 'No products match.');
    await page.getByRole('button', { name: 'Low stock' }).click();
    await page.getByLabel('Fewer available than').fill('10');
    await cell('Cup').waitFor();
    expect(await cell('Grüner Tee').count()).toBe(0);
  });

  test('adds, edits and archives a product, and lists low stock', async () => {
    const store = await aStore();
    await aProduct(store, { name: 'Plenty', stock: 100 });
    const page = await visit(store.key, { at: '#/products' });
    await act(page, 'Add product', { SKU: 'OOLONG', Name: 'Oolong', 'Price in EUR': '9.80', 'Units available': '3' }, 'Save');
    await page.getByRole('button', { name: 'Low stock' }).click();
    await page.getByText('Plenty').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /OOLONG.*Low 3/ }).waitFor();
    await page.getByRole('link', { name: 'OOLONG' }).click();
    await says(page, '5 (the default)');
    await act(page, 'Edit', { 'Low if fewer than': '3' }, 'Save');
    await page.getByText('Low', { exact: true }).waitFor({ state: 'detached' });
    await act(page, 'Edit', { 'Price in EUR': '1,200' }, 'Save');
    await says(page, '“1,200” is not an amount in EUR.');
    await fill(page, { 'Price in EUR': '10,5', 'Tax rate in percent': '7,5' });
    await submitDialog(page, 'Save');
    await says(page, '€10.50');
    await says(page, '7.5%');
    await act(page, 'Archive', {}, 'Archive');
    await says(page, 'Offer again');
    const { product } = (await call('getProduct', { as: store.key, params: { sku: 'OOLONG' } })).payload;
    expect(product).toMatchObject({ price: 10.5, tax_rate: 7.5, archived: true, stock: { available: 3 } });
  });

  test('rejects what cannot be a SKU, and reports that a product exists, links to it and changes nothing', async () => {
    const store = await aStore();
    const product = { sku: await aProduct(store, { name: 'White tea', price: 11.5, stock: 30, weight: 50 }) };
    const before = (await call('getProduct', { as: store.key, params: product })).payload;
    const page = await visit(store.key, { at: '#/products' });
    const fields = { SKU: product.sku, Name: 'Oolong', 'Price in EUR': '1', 'Units available': '0' };
    await act(page, 'Add product', { ...fields, SKU: 'A/B' }, 'Save');
    await says(page, '“A/B” is not a SKU. It must be 1 to 64 letters');
    await fill(page, { SKU: product.sku });
    await submitDialog(page, 'Save');
    await says(page, `${product.sku} already exists, with other values.`);
    await fill(page, { Name: 'White tea', 'Price in EUR': '11.50', 'Units available': '30' });
    await submitDialog(page, 'Save');
    await says(page, `${product.sku} already exists, with other values.`);
    expect((await call('getProduct', { as: store.key, params: product })).payload).toEqual(before);
    await fill(page, { SKU: 'OOLONG' });
    await page.getByRole('link', { name: `Open ${product.sku}` }).waitFor({ state: 'detached' });
    await fill(page, { SKU: product.sku });
    await page.getByRole('link', { name: `Open ${product.sku}` }).click();
    await page.getByRole('heading', { name: 'White tea' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('imports a CSV file above the list, and says which rows were not imported and why', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/products' });
    await page.getByText('Import from a CSV file').click();
    const input = page.getByLabel('CSV file', { exact: true });
    const fileOf = (text: string) => ({ name: 'teas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const rows = ['sku;name;price;stock', 'A-1;White tea;11,5;30', 'A-2;Oolong;1,200;1', 'A-4;Gift;25;', 'A-5;;2;3'];
    await input.setInputFiles(fileOf(rows.join('\r\n')));
    await says(page, '4 of 4 rows, 2 with a problem.');
    expect(await page.getByText(/^Line \d+, /).allTextContents()).toEqual([
      'Line 3, A-2: price: write it with a decimal point and without a thousands separator, such as 1234 or 12.5, not "1,200"',
      'Line 5, A-5: name: is required for a new product',
    ]);
    await page.getByRole('cell', { name: 'White tea' }).waitFor();
    await page.getByRole('row', { name: /A-4 .*not tracked/ }).waitFor();
    const [form, list] = [await input.boundingBox(), await page.getByRole('table').boundingBox()];
    expect(form?.y).toBeLessThan(list?.y as number);
    await input.setInputFiles(fileOf('sku,stock\nA-1,none\n'));
    await says(page, 'All rows were imported.');
    await page.getByRole('row', { name: /A-1 .*not tracked/ }).waitFor();
    await input.setInputFiles(fileOf('sku,price\n'));
    await says(page, 'teas.csv has no rows below its column names.');
    await input.setInputFiles(fileOf('name,price\n'));
    await says(page, 'The first line must name the columns; "sku" is missing.');
    await page.evaluate(countRenders);
    await input.setInputFiles(fileOf(`sku,price\n${'A/B,1\n'.repeat(200)}`));
    await says(page, '200 of 200 rows, 200 with a problem.');
    expect(await page.evaluate('renders')).toBeLessThan(20);
  });

  test('continues an import while other screens are used or nobody uses the page, and shows its outcome to nobody else', async () => {
    const store = await aStore();
    const page = await visit(store.key, { at: '#/products', ownClock: true });
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/product\/A-[12]$/, async (route) => {
      await gates[Number(route.request().url().at(-1)) - 1]?.promise;
      await route.continue();
    });
    await page.getByText('Import from a CSV file').click();
    const csv = ['sku,name,price', ...['A-1', 'A-2', 'A-3'].map((sku) => `${sku},Tea,1`)].join('\n');
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
    await says(page, 'You can leave this screen.');
    await goTo(page, '#/settings/users');
    const person = { 'First name': 'Alan', 'Last name': 'Turing', 'E-mail address': 'alan@example.com', Phone: '+4930123456' };
    await act(page, 'Add user', person, 'Save');
    await page.getByRole('cell', { name: 'Alan Turing' }).waitFor();
    await goTo(page, '#/orders');
    await page.getByText('Ship from a list of tracking numbers').click();
    await page.getByLabel('List', { exact: true }).fill('1999 T1');
    await page.getByRole('button', { name: 'Check the list' }).click();
    await says(page, 'Finished. Each line shows its outcome.');
    await staysOpen(page);
    const minute = 60_000;
    await page.clock.setSystemTime(Date.now() + 29 * minute);
    await Promise.all([page.waitForRequest(/A-2$/), gates[0]?.resolve()]);
    await page.clock.setSystemTime(Date.now() + 58 * minute);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await goTo(page, '#/products');
    await says(page, '1 of 3 rows, 0 with a problem.');
    expect(await page.getByLabel('CSV file', { exact: true }).isDisabled()).toBe(true);
    gates[1]?.resolve();
    await says(page, 'All rows were imported.');
    await page.getByRole('cell', { name: 'A-3' }).waitFor();
    await page.locator('.who summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, (await aStore()).key);
    await goTo(page, '#/products');
    await says(page, 'There are no active products.');
    expect(await page.getByText('All rows were imported.').count()).toBe(0);
  });
});
