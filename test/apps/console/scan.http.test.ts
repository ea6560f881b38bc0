import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aStore } from '../../support/actors.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { replaceKey } from '../../support/failWrites.ts';
import { anOrder, aProduct, cancelPart, read, ship, split, update } from '../../support/orders.ts';

async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

describeConsole('scanning in the console', (visit) => {
  test('ships one order after another, with the keyboard only', async () => {
    const store = await aStore();
    const first = await anOrder(store, { authorized: true });
    const second = await anOrder(store, { authorized: true, reference: 'PO-2' });
    const page = await visit(store.key, { at: '#/scan' });
    await page.locator('.scan input:focus').waitFor();
    await scan(page, first.number);
    await says(page, `Order ${first.number}: scan the label of the parcel`);
    await says(page, '1 × Tea');
    await scan(page, 'PX1');
    await page.getByRole('row', { name: `${first.number} PX1 shipped` }).waitFor();
    await scan(page, 'PO-2');
    await says(page, `Order ${second.number}: scan the label of the parcel`);
    await scan(page, 'PX2');
    await page.getByRole('row', { name: `${second.number} PX2` }).waitFor();
    for (const [{ number }, tracking_number] of [
      [first, 'PX1'],
      [second, 'PX2'],
    ] as const) {
      expect((await read(store, number)).shipments).toMatchObject([{ state: 'shipped', tracking_number }]);
    }
  });

  test('says why an order cannot be shipped, and goes on', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const page = await visit(store.key, { at: '#/scan' });
    for (const [text, problem] of [
      ['9999', 'There is no order 9999 in this store.'],
      ['PO-3', 'No order has the number or reference PO-3. Check it, or find the order under “Orders”.'],
      ['x@y', 'The reference x@y cannot be searched for. Enter the number of the order instead.'],
      [number, `Order ${number}: The order is not authorized.`],
    ] as const) {
      await page.locator('.scan input:focus').waitFor();
      await scan(page, text);
      await says(page, problem);
    }
    await update(store, number, { authorized: true });
    await scan(page, number);
    await says(page, `Order ${number}: scan the label of the parcel`);
    await update(store, number, { cancelled: true });
    await scan(page, 'PX1');
    await says(page, `Order ${number}: cancelled`);
    await page.getByRole('button', { name: 'Another order' }).click();
    const other = await anOrder(store, { authorized: true });
    await page.locator('.scan input:focus').waitFor();
    await scan(page, other.number);
    await says(page, `Order ${other.number}: scan the label of the parcel`);
    await ship(store, other, { state: 'shipped', tracking_number: 'PX1' });
    await scan(page, 'PX1');
    await page.getByRole('row', { name: `${other.number} PX1 already shipped with this number` }).waitFor();
  });

  test('ships only what was shown, and asks again if a colleague has changed it', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    const lines = [{ sku, quantity: 3 }];
    const order = await anOrder(store, { authorized: true, lines });
    const page = await visit(store.key, { at: '#/scan' });
    await page.locator('.scan input:focus').waitFor();
    await scan(page, order.number);
    await says(page, '3 × Tea');
    await cancelPart(store, order.number, { lines: [{ line: 0, quantity: 1 }] });
    await update(store, order.number, { shipping_address: { city: 'Neustadt' } });
    await scan(page, 'PX1');
    await says(page, `Order ${order.number} has changed. Check what belongs in its parcel, then scan the label again.`);
    await says(page, '2 × Tea');
    await says(page, 'Neustadt');
    expect((await read(store, order.number)).shipments).toMatchObject([{ state: 'ready' }]);
    await scan(page, 'PX1');
    await page.getByRole('row', { name: `${order.number} PX1 shipped` }).waitFor();
    const double = await anOrder(store, { authorized: true, lines });
    await page.locator('.scan input:focus').waitFor();
    expect((await split(store, double.number, { from: double.shipments[0]?.id, lines: [{ sku, quantity: 1 }] })).status).toBe(
      201,
    );
    await scan(page, double.number);
    await says(page, `Order ${double.number}: not clear which order or shipment is meant`);
    const label = async (...numbers: string[]) => {
      for (const [i, shipment] of (await read(store, double.number)).shipments.entries())
        await ship(store, { number: double.number, shipments: [shipment] }, { tracking_number: numbers[i] });
    };
    await label('T1', 'T0');
    await scan(page, double.number);
    await says(page, 'Parcel T0');
    await label('T0', 'T1');
    await scan(page, 'T0');
    await says(page, `Order ${double.number} has changed.`);
    for (const [i, units] of ['2 × Tea', '1 × Tea'].entries())
      await page
        .locator('.card div', { hasText: `Parcel T${i}` })
        .getByText(units)
        .waitFor();
    await page.route(/\/shipment\//, async (route) => {
      await goTo(page, '#/orders');
      await says(page, 'Select all listed');
      await goTo(page, '#/scan');
      await says(page, 'Scan the order');
      await update(store, double.number, { cancelled: true });
      await route.continue();
    });
    await scan(page, 'T0');
    await page.locator('.told .bad', { hasText: `Order ${double.number}: cancelled` }).waitFor();
  });

  test('casts no doubt on the last change if the key stops working before the next one', async () => {
    const store = await aStore();
    const { number } = await anOrder(store, { authorized: true });
    const page = await visit(store.key, { at: '#/scan' });
    await page.locator('.scan input:focus').waitFor();
    await scan(page, number);
    await says(page, `Order ${number}: scan the label of the parcel`);
    await replaceKey(page);
    await scan(page, 'PX1');
    await says(page, 'Sign in with another key.');
    expect(await page.getByText('may or may not').count()).toBe(0);
    expect((await read(store, number)).shipments).toMatchObject([{ state: 'ready' }]);
  });

  test('takes fast scans in turn, and never ships an order with its own number', async () => {
    const store = await aStore();
    const first = await anOrder(store, { authorized: true });
    const second = await anOrder(store, { authorized: true });
    const page = await visit(store.key, { at: '#/scan' });
    await page.route(new RegExp(`/order/${first.number}`), async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.locator('.scan input:focus').waitFor();
    for (const text of [first.number, 'PX1', 'PX1', second.number, first.number, 'PX3']) await scan(page, text);
    await says(page, `${first.number} names another order. Scan the label of the parcel, or choose “Another order”.`);
    await says(page, 'Later scans were ignored: PX3.');
    await scan(page, second.number);
    await says(page, `${second.number} names the order itself. Scan the label of its parcel.`);
    await scan(page, 'PX2');
    await page.getByRole('row', { name: `${second.number} PX2 shipped` }).waitFor();
    expect((await read(store, first.number)).shipments).toMatchObject([{ state: 'shipped', tracking_number: 'PX1' }]);
    expect((await read(store, second.number)).shipments).toMatchObject([{ state: 'shipped', tracking_number: 'PX2' }]);
  });
});
