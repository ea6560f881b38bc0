import { expect, test } from '@jest/globals';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import {
  act,
  describeConsole,
  fill,
  goTo,
  isFocused,
  openDialog,
  passTime,
  says,
  submitDialog,
} from '../../support/console.ts';
import { refuse } from '../../support/failWrites.ts';
import { anOrder, aProduct, cancelPart, pay, read, returnUnits, ship, split, stockOf, update } from '../../support/orders.ts';

/** Three teas at 10 and shipping for 5. */
async function aTeaOrder(store: Store, given: object = {}) {
  const sku = await aProduct(store, { stock: 10, name: 'Tea' });
  const shipping = { name: 'Standard', price: 5 };
  return { sku, ...(await anOrder(store, { lines: [{ sku, quantity: 3 }], shipping, ...given })) };
}

type Prepare = (store: Store, number: string) => Promise<unknown>;

const shipped: Prepare = async (store, number) => ship(store, await read(store, number), { state: 'shipped' });
const paidAndShipped: Prepare = async (store, number) => {
  await pay(store, number);
  await shipped(store, number);
};

describeConsole('an order in the console', (visit) => {
  /** The page of an order with teas, to which something has happened before. */
  async function open(given: object = {}, prepare: Prepare = async () => undefined, ownClock = false) {
    const store = await aStore();
    const { number, sku } = await aTeaOrder(store, given);
    await prepare(store, number);
    const page = await visit(store.key, { at: `#/orders/${number}`, actor: 'ada', ownClock });
    return { store, number, sku, page };
  }

  test('shows lines, money, customer, shipments and history, and why an action is not possible', async () => {
    const { page } = await open({
      customer: { first_name: 'Grace', email: 'grace@example.com' },
      shipping_address: { line1: '1 High Street', city: 'Berlin', country: 'DE' },
      note: 'Ring twice',
    });
    for (const text of ['Grace', 'grace@example.com', '1 High Street', 'Ring twice', '€35.00', '3 × Tea', 'Placed']) {
      await says(page, text);
    }
    const refused = page.getByText('Not possible now:').first();
    expect(await refused.textContent()).toContain('Refund Nothing was paid, or everything was refunded.');
    expect(await page.getByRole('article').textContent()).toContain('Ship The order is not authorized.');
  });

  test('shows the reference, tags, taxes, and what was cancelled, credited and returned', async () => {
    const given = {
      reference: 'PO-17',
      tags: ['b2b', 'gift'],
      billing_address: { line1: '2 Low Street' },
      shipping: { name: 'Post', price: 11.9, tax_rate: 19 },
      authorized: true,
    };
    const { page } = await open(given, async (store, number) => {
      await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }], reason: 'changed her mind' });
      await call('createCredit', { as: store.key, params: { number }, body: { amount: 5, reason: 'late' } });
      await shipped(store, number);
      await returnUnits(store, await read(store, number), { restock: false, reason: 'broken' });
    });
    const texts = ['PO-17', 'b2b', 'gift', 'Billing address', '2 Low Street', 'Of which 19% tax', '€1.90', '1 cancelled'];
    for (const text of texts) await says(page, text);
    const rows = page.getByRole('table', { name: 'Credits and returns' }).getByRole('row');
    expect((await rows.allTextContents()).slice(1).map((row) => row.replace(/^.*\d\d:\d\d(?: [AP]M)?/, ''))).toEqual([
      'Cancelled · 1 × Tea · changed her mind€10.00',
      'Credited · late€5.00',
      'Returned · 2 × Tea · not restocked · broken',
    ]);
    await openDialog(page, 'Credit');
    await says(page, '/ 2');
  });

  test('records a payment and who recorded it, repeats its amount on the button, and rejects one that can be misread', async () => {
    const { store, number, page } = await open({ shipping: { name: 'Post', price: 2000 } });
    await openDialog(page, 'Record payment');
    await page.getByRole('button', { name: 'Record payment of €2,030.00' }).waitFor();
    expect(await page.getByLabel('Method').getByRole('option').allTextContents()).not.toContain('Refund');
    for (const text of ['1,000', '0x10', '-5']) {
      await fill(page, { 'Amount in EUR': text });
      await submitDialog(page, 'Record payment');
      const how = 'Write digits and at most 2 decimals after a point, such as 10.5, without a thousands separator.';
      await says(page, `“${text}” is not an amount in EUR. ${how}`);
    }
    await fill(page, { 'Amount in EUR': '1000,5', Method: 'card', 'Reference (optional)': 'ch_1' });
    await submitDialog(page, 'Record payment of €1,000.50');
    await says(page, `Payment for order ${number} recorded.`);
    await says(page, 'Card · ch_1');
    await page.getByRole('listitem').filter({ hasText: '€1,000.50, Card' }).getByText('ada').waitFor();
    expect(await read(store, number)).toMatchObject({ balance: 1029.5, payments: [{ total: 1000.5, method: 'card' }] });
    const { entries } = (await call('getHistory', { as: store.key, params: { number } })).payload;
    expect(entries[0].actor).toBe('ada');
    await act(page, 'Refund', { 'Amount in EUR': '1.000' }, 'Refund');
    await says(page, '“1.000” is not an amount in EUR.');
    await fill(page, { 'Amount in EUR': '1000.51' });
    await submitDialog(page, 'Refund €1,000.51');
    await page.getByRole('dialog').locator('.notice.bad', { hasText: 'At most €1,000.50 can be refunded.' }).waitFor();
    expect(await read(store, number)).toMatchObject({ refunded: 0 });
  });

  test('never credits more than is due', async () => {
    const { store, number, page } = await open({}, (store, number) => pay(store, number, { total: 20 }));
    const note = page.getByRole('link', { name: 'Credit notes' });
    await page.getByRole('link', { name: 'Invoices' }).waitFor();
    expect(await note.count()).toBe(0);
    for (const [field, value, submit] of [
      ['Or an amount in EUR', '15.01', 'Credit €15.01'],
      ['Tea', '2', 'Credit €20.00'],
    ] as const) {
      await openDialog(page, 'Credit');
      await fill(page, { [field]: value });
      await page.locator('.preview', { hasText: 'Only €15.00 is due, so no more can be credited.' }).waitFor();
      await submitDialog(page, submit);
      await page.getByRole('dialog').locator('.notice.bad', { hasText: 'Only €15.00 is due' }).waitFor();
      await submitDialog(page, 'Cancel');
    }
    await act(page, 'Credit', { 'Or an amount in EUR': '15' }, 'Credit €15.00');
    await says(page, `Order ${number} credited.`);
    expect(await read(store, number)).toMatchObject({ credited: 15, balance: 0 });
    await note.waitFor();
  });

  test('adds up without signs what was ordered, credited, paid and refunded, and says what each sum is made of and who recorded it', async () => {
    const by = { 'X-Actor': 'grace' };
    const { page } = await open({}, async (store, number) => {
      await pay(store, number, { total: 20, method: 'card' }, by);
      await call('createCredit', { as: store.key, params: { number }, body: { amount: 5, reason: 'late' }, headers: by });
      await pay(store, number, { method: 'refund', total: -10, lines: [{ line: 0, quantity: 1 }], reason: 'broken' });
    });
    const sums = page.locator('.sums > div');
    await sums.first().waitFor();
    const shared = ['Subtotal€30.00', 'Shipping: Standard€5.00', 'Total€35.00', 'Less credits€15.00', 'Less payments€20.00'];
    expect(await sums.allTextContents()).toEqual([...shared, 'Plus refunds€10.00', 'Due€10.00']);
    const parts = page.locator('.sums .part');
    for (const [sum, expected] of [
      ['Less payments', [/Card · grace €20.00$/]],
      ['Less credits', [/Credited: late · grace €5.00$/, /broken · .* €10.00$/]],
      ['Plus refunds', [/broken · .* €10.00$/]],
    ] as const) {
      await page.getByRole('button', { name: sum }).click();
      await page.getByRole('button', { name: sum, expanded: true }).waitFor();
      expect(await parts.allTextContents()).toEqual(expected.map((text) => expect.stringMatching(text)));
    }
    await page.getByRole('button', { name: 'Plus refunds' }).click();
    await parts.first().waitFor({ state: 'detached' });
    await act(page, 'Cancel order', {}, 'Cancel order');
    await says(page, 'To refund (cancelled)');
    expect((await sums.allTextContents()).at(-1)).toBe('To refund (cancelled)€10.00');
    await act(page, 'Refund', { 'Amount in EUR': '5' }, 'Refund €5.00');
    await says(page, 'Refunded €5.00');
    await openDialog(page, 'Refund');
    await fill(page, { 'Amount in EUR': '4.50' });
    await says(page, 'Refund of €4.50. Then €0.50 is left to refund.');
  });

  test('refunds by line, and previews the result before sending it', async () => {
    const { store, number, page } = await open({}, pay);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Tea').fill('2');
    await says(page, 'Refund of €20.00. The order then costs €15.00 instead of €35.00, and €0.00 is due.');
    await page.getByRole('button', { name: 'Refund €20.00' }).click();
    await says(page, `Refunded €20.00 for order ${number}.`);
    expect(await read(store, number)).toMatchObject({ refunded: 20, credited: 20, balance: 0 });
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await says(page, '/ 1');
  });

  test('refunds an amount instead of lines once somebody else has cancelled the order', async () => {
    const { store, number, page } = await open({}, pay);
    await openDialog(page, 'Refund');
    await fill(page, { Tea: '2' });
    await update(store, number, { cancelled: true });
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Refund €20.00' });
    await submit.click();
    await says(page, 'Somebody else changed this first');
    await submit.click();
    await says(page, `Refunded €20.00 for order ${number}.`);
    expect(await read(store, number)).toMatchObject({ refunded: 20, credited: 0 });
  });

  test('credits units that cost nothing, also if too much was paid', async () => {
    const store = await aStore();
    const free = { sku: await aProduct(store, { name: 'Sample', price: 0 }), quantity: 1 };
    const { number } = await anOrder(store, { lines: [{ sku: await aProduct(store), quantity: 2 }, free] });
    await pay(store, number);
    await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
    const page = await visit(store.key, { at: `#/orders/${number}` });
    await openDialog(page, 'Credit');
    await fill(page, { Sample: '1' });
    await says(page, 'Credit of €0.00. Then €10.00 is left to refund.');
    await submitDialog(page, 'Credit €0.00');
    await says(page, `Order ${number} credited.`);
  });

  test('shows the outcome of a change for some seconds, without covering what is below it', async () => {
    const { number, page } = await open({}, undefined, true);
    await act(page, 'Authorize', {}, 'Authorize');
    const toast = page.locator('.told p');
    await toast.getByText(`Order ${number} authorized.`).waitFor();
    const { x, y } = (await toast.boundingBox()) as { x: number; y: number };
    const isCovered = `document.elementFromPoint(${x + 20}, ${y + 20}).closest('.told') !== null`;
    expect(await page.evaluate(isCovered)).toBe(false);
    await page.clock.runFor(3_000);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(6_000);
    await toast.waitFor({ state: 'detached' });
  });

  test('offers the next step first, with the keyboard, and remembers the carrier', async () => {
    const store = await aStore();
    const orders = [await aTeaOrder(store), await aTeaOrder(store, { authorized: true })];
    const page = await visit(store.key, { at: `#/orders/${orders[0]?.number}` });
    const next = (name: string) => page.locator('.actions > .primary', { hasText: name }).waitFor();
    await next('Authorize');
    await page.getByRole('button', { name: 'Authorize' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await isFocused(page, 'Authorize');
    await act(page, 'Authorize', {}, 'Authorize');
    await next('Ship');
    await isFocused(page, 'Ship');
    await page.keyboard.press('Enter');
    await fill(page, { Carrier: 'Post', 'Tracking number': 'PX1' });
    await submitDialog(page, 'Save shipment');
    await next('Record payment');
    await isFocused(page, 'Record payment');
    await goTo(page, `#/orders/${orders[1]?.number}`);
    await act(page, 'Ship', { 'Tracking number': 'PX2' }, 'Save shipment');
    await says(page, 'Post PX2');
    await act(page, 'Record payment', {}, 'Record payment of €35.00');
    await says(page, `Payment for order ${orders[1]?.number} recorded.`);
    expect(await page.locator('.actions > .primary').count()).toBe(0);
  });

  test('records a return and its refund in one step, and says so if the money was not moved', async () => {
    const { store, number, sku, page } = await open({ authorized: true }, paidAndShipped);
    await openDialog(page, 'Record return');
    await fill(page, { Tea: '2', 'Refund them too': 'yes' });
    await says(page, '2 units back to stock. Refund of €20.00.');
    await fill(page, { 'Amount in EUR': '36' });
    await submitDialog(page, 'Record return');
    await page.getByRole('dialog').locator('.notice.bad', { hasText: 'At most €35.00 can be refunded.' }).waitFor();
    await fill(page, { 'Amount in EUR': '18' });
    await submitDialog(page, 'Record return');
    await says(page, `Return for order ${number} recorded.`);
    expect(await read(store, number)).toMatchObject({ refunded: 18, credited: 18, balance: 0 });
    expect(await stockOf(store, sku)).toEqual([9, 0]);
    // Another refund comes between the return and its own refund.
    await page.route(/\/return\/$/, async (route) => {
      const response = await route.fetch();
      await pay(store, number, { method: 'refund', total: -17 });
      await route.fulfill({ response });
    });
    await openDialog(page, 'Record return');
    await fill(page, { Tea: '1', 'Refund them too': 'yes' });
    await submitDialog(page, 'Record return');
    const told = `Return for order ${number} recorded, but the service rejected a refund or credit for it.`;
    await page.locator('.told .bad', { hasText: told }).waitFor();
    expect(await read(store, number)).toMatchObject({ refunded: 35, returns: [{}, {}] });
  });

  test.each([
    ['the key stops working', [401], 'Your last change may or may not have been made. Sign in with another key and check.'],
    ['the store is suspended after a lost response', [503, 403], 'Still no clear answer.'],
  ])('does not say that nothing was done between a return and its refund if %s', async (_, statuses, text) => {
    const { store, number, page } = await open({ authorized: true }, paidAndShipped);
    await page.route(/\/payment\/$/, (route) => refuse(route, statuses.shift() ?? 403, 'rejected'));
    await openDialog(page, 'Record return');
    await fill(page, { Tea: '1', 'Refund them too': 'yes' });
    await submitDialog(page, 'Record return');
    await says(page, text);
    expect(await read(store, number)).toMatchObject({ refunded: 0, returns: [{}] });
  });

  test('proposes to return what was overpaid, and then nothing is left to refund', async () => {
    const { store, number, page } = await open({ authorized: true }, pay);
    await act(page, 'Cancel part', { Tea: '1' }, 'Cancel 1 unit');
    await openDialog(page, 'Refund');
    await says(page, 'Refund of €10.00. Then €0.00 is due.');
    await submitDialog(page, 'Refund €10.00');
    await says(page, `Refunded €10.00 for order ${number}.`);
    expect(await read(store, number)).toMatchObject({ refunded: 10, credited: 10, balance: 0 });
  });

  test('is shown in one version, even if it changes while it loads', async () => {
    const { store, number, page } = await open({ authorized: true });
    await goTo(page, '#/orders');
    let isFirst = true;
    await page.route(new RegExp(`/order/${number}/?$`), async (route) => {
      if (isFirst) {
        isFirst = false;
        // By then, the service has responded to the other reads.
        await page.waitForTimeout(500);
        await pay(store, number);
      }
      await route.fallback();
    });
    await goTo(page, `#/orders/${number}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    await page.getByRole('list').getByText('Payment').first().waitFor();
  });

  test('a split forgets its units if others take its lines away', async () => {
    const store = await aStore();
    const skus = [await aProduct(store, { name: 'Tea' }), await aProduct(store, { name: 'Cup' })];
    const { number } = await anOrder(store, { lines: skus.map((sku) => ({ sku, quantity: 2 })) });
    const page = await visit(store.key, { at: `#/orders/${number}`, ownClock: true });
    await update(store, number, { note: 'Ring twice.' });
    await passTime(page, 'Ring twice.');
    await openDialog(page, 'Split');
    await fill(page, { Tea: '1' });
    await cancelPart(store, number, { lines: [{ line: 0, quantity: 2 }] });
    await passTime(page, '2 cancelled');
    expect(await page.getByRole('dialog').getByLabel('Cup').inputValue()).toBe('0');
  });

  test('splits, ships with tracking and records a return; each dialog sends the version that it shows', async () => {
    const { store, number, sku, page } = await open({ authorized: true });
    const sent: [string | undefined, string | undefined][] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push([request.url().split('/').at(-2), request.headers()['if-match']]);
    });
    await act(page, 'Record payment', { 'Amount in EUR': '4' }, 'Record payment of €4.00');
    await says(page, `Payment for order ${number} recorded.`);
    await act(page, 'Refund', { 'Amount in EUR': '1' }, 'Refund €1.00');
    await says(page, `Refunded €1.00 for order ${number}.`);
    await act(page, 'Credit', { 'Or an amount in EUR': '1' }, 'Credit €1.00');
    await says(page, `Order ${number} credited.`);
    await act(page, 'Cancel part', { Tea: '1' }, 'Cancel 1 unit');
    await says(page, `1 unit of order ${number} cancelled.`);
    await act(page, 'Split', { Tea: '1' }, 'Split');
    await says(page, `Shipment of order ${number} split.`);
    const tracking = { Carrier: 'Post', 'Tracking number': 'PX1', 'Tracking page': 'https://example.com/PX1' };
    await act(page, 'Ship', tracking, 'Save shipment');
    const link = page.getByRole('link', { name: 'Post PX1' });
    expect(await link.getAttribute('href')).toBe('https://example.com/PX1');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await act(page, 'Record return', {}, 'Record return');
    await says(page, 'Enter how many units.');
    await fill(page, { Tea: '1', 'Make them available again': 'yes' });
    await submitDialog(page, 'Record return');
    await says(page, '(1 returned)');
    expect(await stockOf(store, sku)).toEqual([9, 1]);
    expect(sent).toEqual([
      ['payment', '"1"'],
      ['payment', '"2"'],
      ['credit', '"3"'],
      ['cancellation', '"4"'],
      ['shipment', '"5"'],
      ['return', '"7"'],
    ]);
  });

  test('does not move a dialog to another shipment when its own is gone', async () => {
    const { store, number, sku, page } = await open({ authorized: true }, async (store, number) => {
      const { lines } = await read(store, number);
      const moved = lines.map(({ sku }) => ({ sku, quantity: 1 }));
      await split(store, number, { from: (await read(store, number)).shipments[0]?.id, lines: moved });
    });
    await page.getByLabel('Shipment 2').getByRole('button', { name: 'State and tracking' }).click();
    await fill(page, { 'Tracking number': 'PX1' });
    await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
    await submitDialog(page, 'Save shipment');
    await says(page, 'This shipment no longer exists.');
    await submitDialog(page, 'Close');
    expect((await read(store, number)).shipments).toMatchObject([{ tracking_number: null, lines: [{ sku, quantity: 2 }] }]);
  });

  test('takes the price of returned goods off what is due if nothing was paid', async () => {
    const { store, number, page } = await open({ authorized: true }, shipped);
    await openDialog(page, 'Record return');
    await fill(page, { Tea: '3', 'Make them available again': 'no', 'Take their price off what is due': 'yes' });
    await says(page, '3 units back, not restocked. The order then costs €5.00 instead of €35.00, and €5.00 is due.');
    await submitDialog(page, 'Record return');
    await says(page, `Return for order ${number} recorded.`);
    expect(await read(store, number)).toMatchObject({ credited: 30, balance: 5 });
  });

  test('takes returned goods off what is due first, and refunds the rest of their price', async () => {
    const { store, number, page } = await open({ authorized: true }, async (store, number) => {
      await pay(store, number, { total: 15 });
      await shipped(store, number);
    });
    await openDialog(page, 'Record return');
    await fill(page, { Tea: '2', 'Take their price off what is due': 'yes' });
    await says(page, 'The order then costs €15.00 instead of €35.00, and €0.00 is due.');
    await fill(page, { Tea: '3' });
    await says(page, 'Refund of €10.00. The order then costs €5.00 instead of €35.00, and €0.00 is due.');
    await submitDialog(page, 'Record return');
    await says(page, `Return for order ${number} recorded.`);
    const { lines, ...sums } = await read(store, number);
    expect(sums).toMatchObject({ paid: 15, refunded: 10, credited: 30, balance: 0 });
    expect(lines).toMatchObject([{ credited: 3 }]);
  });

  test('refunds no return of a product that was sold at several prices, since it is unclear which came back', async () => {
    const store = await aStore();
    const sku = await aProduct(store, { name: 'Tea' });
    const lines = [
      { sku, quantity: 1, price: 100 },
      { sku, quantity: 2, price: 1 },
    ];
    const order = await anOrder(store, { authorized: true, lines });
    await pay(store, order.number);
    await ship(store, order, { state: 'delivered' });
    const page = await visit(store.key, { at: `#/orders/${order.number}` });
    await openDialog(page, 'Record return');
    await page.getByRole('dialog').getByLabel('Tea').first().fill('1');
    await says(page, 'The order has this product at several prices or tax rates.');
    expect(await page.getByLabel('Refund them too').count()).toBe(0);
    await submitDialog(page, 'Record return');
    await act(page, 'Refund', { 'Tea, €1.00': '1' }, 'Refund €1.00');
    await says(page, 'Refunded €1.00');
    expect(await read(store, order.number)).toMatchObject({ refunded: 1, lines: [{ credited: 0 }, { credited: 1 }] });
  });

  test('says what failed, even if the person has gone on to another screen', async () => {
    const { number, page } = await open();
    await openDialog(page, 'Cancel order');
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/order/${number}$`), async (route) => {
      await held.promise;
      await refuse(route, 409, 'order_shipped');
    });
    await submitDialog(page, 'Cancel order');
    await goTo(page, '#/products');
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    held.resolve();
    await says(page, /^Cancel order 1001: \S/);
    await page.locator('.who summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await says(page, 'API key');
    expect(await page.getByText(/^Cancel order 1001/).count()).toBe(0);
  });

  test('notes something, with tags and a reference, and shows who did', async () => {
    const { store, number, page } = await open({ tags: ['b2b'] }, (store, number) =>
      update(store, number, { metadata: { erp: '7' } }),
    );
    await act(page, 'Note and tags', { Note: 'Called, comes on Friday', Tags: 'b2b\ngift, wrapped\n\n ' }, 'Save');
    await says(page, 'Note: none → Called, comes on Friday');
    await page.getByText('Metadata', { exact: true }).waitFor();
    await says(page, 'b2b, gift, wrapped');
    expect(await read(store, number)).toMatchObject({
      note: 'Called, comes on Friday',
      tags: ['b2b', 'gift, wrapped'],
      reference: null,
    });
  });

  test.each([
    ['no', [7, 3]],
    ['yes', [10, 0]],
  ])('cancels an order, with its units made available again: %s', async (restock, stock) => {
    const { store, number, sku, page } = await open({}, pay);
    await act(page, 'Cancel order', { 'Make its units available again': restock }, 'Cancel order');
    await says(page, `Order ${number} cancelled.`);
    expect(await stockOf(store, sku)).toEqual(stock);
    await act(page, 'Refund', {}, 'Refund €35.00');
    await says(page, 'Refunded €35.00');
    await act(page, 'Reopen order', {}, 'Reopen order');
    await says(page, `Order ${number} reopened.`);
    expect(await stockOf(store, sku)).toEqual([7, 3]);
  });

  test.each([
    ['yes', 'back to stock', [9, 1]],
    ['no', 'written off', [7, 1]],
  ])('cancels a part of an order, with its units made available again: %s', async (restock, goods, stock) => {
    const { store, number, sku, page } = await open({}, (store, number) => pay(store, number, { total: 20 }));
    await act(page, 'Cancel part', { Tea: '3', 'Make them available again': restock }, 'Cancel 3 units');
    const tooMany = 'At most 2 units can be cancelled: only units that have not left, and at least one must remain.';
    await page.getByRole('dialog').locator('.notice.bad', { hasText: tooMany }).waitFor();
    await fill(page, { Tea: '2', 'Reason (optional)': 'sold out' });
    await says(page, `2 units ${goods}. The order then costs €15.00 instead of €35.00, and €5.00 is left to refund.`);
    await submitDialog(page, 'Cancel 2 units');
    await says(page, `2 units of order ${number} cancelled.`);
    await says(page, 'Cancelled · 2 × Tea · sold out');
    expect(await stockOf(store, sku)).toEqual(stock);
    await says(page, 'Cancel part Everything has left or was credited, or only one unit remains.');
  });

  test('hides and shows an order, withdraws its authorization, restocks it later', async () => {
    const { store, number, sku, page } = await open({ authorized: true });
    await act(page, 'Hide', {}, 'Hide');
    await act(page, 'Show', {}, 'Show');
    await act(page, 'Withdraw authorization', {}, 'Withdraw authorization');
    await act(page, 'Cancel order', { 'Make its units available again': 'no' }, 'Cancel order');
    await act(page, 'Restock', {}, 'Restock');
    await says(page, `The units of order ${number} are available again.`);
    expect(await stockOf(store, sku)).toEqual([10, 0]);
    expect(await read(store, number)).toMatchObject({ visible: true, authorized: false, cancelled: true });
  });
});
