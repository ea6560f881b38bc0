import { mkdirSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Order } from '../../../lib/order/schema.ts';
import type { Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { describeConsole, goTo, says } from '../../support/console.ts';
import { aConsoleStore } from '../../support/consoleStore.ts';

const folder = new URL('../../../docs/pictures/', import.meta.url).pathname;
const pictures = {
  'console-orders': { at: '#/orders', height: 740 },
  'console-order': { at: '#/orders/1004', height: 640 },
};

const people = ['Clara Rossi', 'Ben Carter', 'Ida Olsen', 'Tom Baker', 'Lena Fischer', 'Paul Novak', 'Anna Weber'];

describeConsole('the pictures of the console in the guides', (visit) => {
  test('are small, and are taken again with UPDATE=1', async () => {
    if (process.env.UPDATE) {
      const store = await aBusyStore();
      const page = await visit(store.key, { actor: 'anna' });
      await page.mouse.move(0, 0);
      mkdirSync(folder, { recursive: true });
      for (const [name, { at, height }] of Object.entries(pictures)) {
        await page.setViewportSize({ width: 960, height });
        await goTo(page, at);
        await says(page, 'Clara Rossi');
        await page.screenshot({ path: `${folder}${name}.png` });
      }
    }
    for (const name of Object.keys(pictures)) expect(statSync(`${folder}${name}.png`).size).toBeLessThan(100_000);
  });
});

/** A store with orders in many states. */
async function aBusyStore(): Promise<Store> {
  const store = await aConsoleStore({ name: 'tea-house' });
  await call('overrideAvailability', { as: store.key, body: { available: true } });
  for (const [i, name] of people.entries()) {
    const [first_name, last_name] = name.split(' ');
    const lines = [{ sku: 'TEA-GREEN', quantity: (i % 3) + 2 }];
    const customer = { first_name, last_name, email: `${first_name?.toLowerCase()}@example.com`, phone: '+4930555010' };
    const shipping_address = { line1: `${i + 1} High Street`, postal_code: '10115', city: 'Berlin', country: 'DE' };
    const order = { lines, customer, shipping_address, shipping: { name: 'Standard', price: 4.9 } };
    await handle(store, (await call('placeOrder', { as: store.key, body: order })).payload.orders, i);
  }
  return store;
}

/** Brings an order into one of several states, as somebody in support would. */
async function handle({ key }: Store, { number, shipments }: Order, i: number): Promise<void> {
  const params = { number, id: shipments[0]?.id as string };
  const act = (operation: string, body: object) => call(operation, { as: key, params, body, headers: { 'X-Actor': 'anna' } });
  if (i % 4 === 3) return;
  await act('updateOrder', { authorized: true });
  if (i % 3 < 2) await act('createPayment', { method: 'card', transaction_data: { reference: `ch_${number}` } });
  if (i % 3 === 0) await act('updateShipment', { state: 'shipped', carrier: 'Post', tracking_number: `PX${number}` });
  if (i === 0) await act('returnShipment', { lines: [{ sku: 'TEA-GREEN', quantity: 1 }], reason: 'arrived damaged' });
  if (i === 0) await act('createPayment', { method: 'refund', lines: [{ line: 0, quantity: 1 }], reason: 'arrived damaged' });
}
