import { type FieldError, invalidRequest } from '../errors.ts';
import { decimalsOf, major, maxAmount, minor, tooManyDecimals } from '../values/money.ts';
import type { Shop } from './shop.ts';

type Asked = {
  lines: { sku: string; quantity: number; price?: number | undefined; name?: string | undefined }[];
  currency?: string | undefined;
  shipping?: { price: number } | null | undefined;
};

/** What a customer wants to buy, with names and prices filled in. */
export type Cart = {
  currency: string;
  lines: { sku: string; name: string; quantity: number; price: number; total: number; weight: number | null }[];
  subtotal: number;
  total: number;
  /** Units per counted product, over all lines. */
  units: Record<string, number>;
};

/** Prices the lines by the shop's products. Throws every fault at once. */
export function priceCart({ lines, currency: asked, shipping }: Asked, shop: Pick<Shop, 'currency' | 'products'>): Cart {
  const currency = asked ?? shop.currency;
  const errors: FieldError[] = [];
  const cents = (value: number, field: string): number => {
    const units = minor(value, currency);
    if (units === undefined) errors.push({ field, message: tooManyDecimals(currency) });
    return units ?? 0;
  };
  const units: Record<string, number> = Object.create(null);
  let subtotal = 0;
  const priced = lines.flatMap(({ sku, quantity, ...given }, i) => {
    const product = shop.products.get(sku);
    if (!product) errors.push({ field: `lines[${i}].sku`, message: `there is no product ${sku} in this store` });
    if (given.price === undefined && currency !== shop.currency) {
      errors.push({ field: `lines[${i}].price`, message: `is required, because the product's price is in ${shop.currency}` });
      return [];
    }
    const price = given.price ?? product?.price ?? 0;
    const total = quantity * cents(price, `lines[${i}].price`);
    if (!product) return [];
    subtotal += total;
    if (product.counted) units[sku] = (units[sku] ?? 0) + quantity;
    const { name, weight } = product;
    return [{ sku, name: given.name ?? name, quantity, price, total: major(total, currency), weight }];
  });
  const total = subtotal + cents(shipping?.price ?? 0, 'shipping.price');
  if (errors.length === 0 && total > maxAmount * 10 ** decimalsOf(currency)) {
    errors.push({ field: 'lines', message: `must not add up to more than ${maxAmount}` });
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return { currency, lines: priced, subtotal: major(subtotal, currency), total: major(total, currency), units };
}
