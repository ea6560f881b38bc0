import { customers, products } from '../../infra/local/demo.ts';
import { aStore, type Store } from './actors.ts';
import { call } from './call.ts';
import { anOrder, pay, ship, update } from './orders.ts';

const low = { 'TEA-BLACK': { ...products['TEA-BLACK'], stock: 3 } };

const morning = { from: '09:00', to: '12:30' };
const late = { from: '14:00', to: '01:00' };
const workday = [morning, { from: '14:00', to: '18:00' }];
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
  const shipping_address = { name: 'Example', line1: '1 High Street', postal_code: '10115', city: 'Berlin', country: 'DE' };
  const order = { lines, shipping, shipping_address, note: 'Please ring twice.' };
  const [grace, joerg, mary] = customers.map((customer) => ({ ...order, customer }));
  await anOrder(store, grace);
  const [paid, shipped] = [await anOrder(store, joerg), await anOrder(store, mary)];
  await pay(store, paid.number, { method: 'card', transaction_data: { reference: 'ch_1' } });
  for (const { number } of [paid, shipped]) await update(store, number, { authorized: true });
  await ship(store, shipped, { state: 'shipped', carrier: 'Post', tracking_number: 'PX123456789DE' });
  await call('putOpeningHours', { as: store.key, body: { opening_hours: { days } } });
  return store;
}
