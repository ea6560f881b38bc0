import type { Cart } from '../cart/cart.ts';
import { wholeAddress } from '../values/address.ts';
import type { CustomerInput, NewOrder } from './inputs.ts';
import { readyShipment } from './shipment.ts';
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
    shipments: [readyShipment(shipment, input.lines, created)],
  };
  const history = { keys: [], entries: [] };
  const stock = { counted: Object.keys(cart.units), holdings: { [shipment]: 'reserved' as const } };
  return {
    order: withSums(order),
    stock,
    decided: false,
    exact: false,
    credits: [],
    returns: [],
    history,
    keys: {},
    marks: [],
  };
}

export const wholeCustomer = (customer: CustomerInput) => ({
  id: customer.id ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  company: customer.company ?? null,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
});
