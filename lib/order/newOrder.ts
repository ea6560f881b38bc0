import type { Shop } from '../cart/shop.ts';
import { ApiError, type FieldError } from '../errors.ts';
import type { StoredProduct } from '../product/schema.ts';
import { summed } from '../product/stock.ts';
import type { Body } from '../route.ts';
import { wholeAddress } from '../values/address.ts';
import { decimalsOf, major, minor, mostMoney, tooFine } from '../values/money.ts';
import { settle } from './balance.ts';
import type { placeOrder } from './routes.ts';
import type { OrderState } from './schema.ts';

export type NewOrder = Body<ReturnType<typeof placeOrder>>;
type Asked = Pick<NewOrder, 'lines' | 'currency' | 'shipping'>;
type Prices = Pick<Shop, 'currency' | 'products'>;
type Drawn = { number: string; shipment: string; now: Date };

/** Refuses lines that no order of this shop can have, with every fault at once. */
export function checkLines(input: Asked, shop: Prices): void {
  const currency = input.currency ?? shop.currency;
  const errors: FieldError[] = [];
  const checkPrice = (field: string, value: number | undefined) => {
    if (value !== undefined && minor(value, currency) === undefined) errors.push({ field, message: tooFine(currency) });
  };
  input.lines.forEach(({ sku, price }, i) => {
    if (!shop.products.has(sku)) errors.push({ field: `lines[${i}].sku`, message: 'is no product of this store' });
    if (price === undefined && currency !== shop.currency) {
      errors.push({ field: `lines[${i}].price`, message: `is required, since the product's price is in ${shop.currency}` });
    }
    checkPrice(`lines[${i}].price`, price);
  });
  checkPrice('shipping.price', input.shipping?.price);
  if (errors.length === 0 && total(input, shop, currency) > mostMoney * 10 ** decimalsOf(currency)) {
    errors.push({ field: 'lines', message: `must not come to more than ${mostMoney}` });
  }
  if (errors.length > 0) throw new ApiError('invalid_request', `${errors[0]?.field}: ${errors[0]?.message}`, { errors });
}

/** In whole minor units: above what an order may come to, their sum need not be exact. */
function total({ lines, shipping }: Asked, { products }: Prices, currency: string): number {
  const cents = (value: number) => minor(value, currency) as number;
  return lines.reduce(
    (sum, { sku, quantity, price }) => sum + quantity * cents(price ?? (products.get(sku)?.price as number)),
    cents(shipping?.price ?? 0),
  );
}

/** The units that an order takes from the products that are counted now. */
export const unitsOf = ({ lines }: NewOrder, { products }: Pick<Shop, 'products'>) =>
  summed(lines.filter(({ sku }) => products.get(sku)?.counted));

/** A new order of a request whose lines `checkLines` let through. */
export function newOrder(input: NewOrder, shop: Prices, { number, shipment, now }: Drawn): OrderState {
  const currency = input.currency ?? shop.currency;
  const cents = (value: number) => minor(value, currency) as number;
  const lines = input.lines.map(({ sku, quantity, ...given }) => {
    const product = shop.products.get(sku) as StoredProduct;
    const price = given.price ?? product.price;
    return { sku, name: given.name ?? product.name, quantity, price, total: major(cents(price) * quantity, currency) };
  });
  const subtotal = lines.reduce((sum, line) => sum + cents(line.total), 0);
  const created = now.toISOString();
  const order = {
    number,
    created,
    updated: created,
    version: 1,
    currency,
    customer: input.customer ? wholeCustomer(input.customer) : null,
    shipping_address: input.shipping_address ? wholeAddress(input.shipping_address) : null,
    note: input.note || null,
    lines,
    shipping: input.shipping ?? null,
    subtotal: major(subtotal, currency),
    total: major(subtotal + cents(input.shipping?.price ?? 0), currency),
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
        lines: input.lines.map(({ sku, quantity }) => ({ sku, quantity })),
        updated: created,
      },
    ],
  };
  const stock = { holding: 'reserved' as const, units: unitsOf(input, shop) };
  return { order: settle(order), stock, decided: false, exact: false, keys: {}, marks: [] };
}

const wholeCustomer = (sent: NonNullable<NewOrder['customer']>) => ({
  id: sent.id || null,
  first_name: sent.first_name || null,
  last_name: sent.last_name || null,
  email: sent.email ?? null,
  phone: sent.phone ?? null,
});
