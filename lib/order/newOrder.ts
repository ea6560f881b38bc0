import type { Cart } from '../cart/cart.ts';
import { wholeAddress } from '../values/address.ts';
import type { CustomerInput, NewOrder } from './inputs.ts';
import { type OrderState, withSums } from './state.ts';

type Generated = { number: string; shipment: string; now: Date };

/** Builds an order from a priced cart. */
export function newOrder(input: NewOrder, cart: Cart, { number, shipment, now }: Generated): OrderState {
  const { currency, subtotal, total } = cart;
  const created = now.toISOString();
  const order = {
    number,
    created,
    updated: created,
    version: 1,
    currency,
    customer: input.customer ? wholeCustomer(input.customer) : null,
    shipping_address: input.shipping_address ? wholeAddress(input.shipping_address) : null,
    note: input.note ?? null,
    lines: cart.lines.map(({ weight, ...line }) => line),
    shipping: input.shipping ?? null,
    subtotal,
    total,
    credited: 0,
    paid: 0,
    refunded: 0,
    balance: 0,
    authorized: input.authorized ?? false,
    cancelled: false,
    visible: true,
    payments: [],
    shipments: [
      {
        id: shipment,
        state: 'ready' as const,
        target_delivery: null,
        carrier: null,
        tracking_number: null,
        tracking_url: null,
        lines: input.lines.map(({ sku, quantity }) => ({ sku, quantity })),
        updated: created,
      },
    ],
  };
  const stock = { holding: 'reserved' as const, units: { ...cart.units } };
  return { order: withSums(order), stock, decided: false, exact: false, credits: [], keys: {}, marks: [] };
}

export const wholeCustomer = (customer: CustomerInput) => ({
  id: customer.id ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  company: customer.company ?? null,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
});
