import { customers, products } from '../../infra/local/demo.ts';
import { aStore, type Store } from './actors.ts';
import { call } from './call.ts';
import { pay, place, ship, update } from './orders.ts';

const low = { 'TEA-BLACK': { ...products['TEA-BLACK'], stock: 3 } };

const [morning, afternoon] = [
  { from: '09:00', to: '12:30' },
  { from: '14:00', to: '18:00' },
];
const late = { from: '14:00', to: '01:00' };
const workday = [morning, afternoon];
const days = { mon: workday, tue: workday, wed: [morning], thu: workday, fri: [morning, late], sat: [morning] };

/** A store with opening hours, products and three orders: just placed, paid and ready to ship, and shipped but unpaid. */
export async function aConsoleStore(given: object = {}): Promise<Store> {
  const store = await aStore(given);
  for (const [sku, body] of Object.entries({ ...products, ...low }))
    await call('putProduct', { as: store.key, params: { sku }, body });
  const lines = [
    { sku: 'TEA-GREEN', quantity: 3 },
    { sku: 'GIFT-CARD', quantity: 1 },
  ];
  const shipping = { name: 'Standard', price: 4.9 };
  const address = { name: 'Example', line1: '1 High Street', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const orders = [];
  for (const customer of customers.slice(0, 3)) {
    const { payload } = await place(store, {
      lines,
      shipping,
      customer,
      shipping_address: address,
      note: 'Please ring twice.',
    });
    orders.push(payload.orders);
  }
  const [, paid, shipped] = orders;
  await pay(store, paid.number, { method: 'card', transaction_data: { reference: 'ch_1' } });
  for (const { number } of [paid, shipped]) await update(store, number, { authorized: true });
  await ship(store, shipped, { state: 'shipped', carrier: 'Post', tracking_number: 'PX123456789DE' });
  await call('putOpeningHours', { as: store.key, body: { opening_hours: { days } } });
  return store;
}
