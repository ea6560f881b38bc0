import { type FieldError, invalidRequest } from '../api/errors.ts';
import { decimalsOf, major, maxAmount, minor, tooManyDecimals } from '../values/money.ts';
import type { Shop } from './shop.ts';

type CartInput = {
  lines: {
    sku: string;
    quantity: number;
    price?: number | undefined;
    name?: string | null | undefined;
    tax_rate?: number | null | undefined;
  }[];
  currency?: string | null | undefined;
  shipping?: { price: number } | null | undefined;
};

/** What a customer wants to buy, with names and prices filled in. */
export type Cart = {
  currency: string;
  lines: {
    sku: string;
    name: string;
    quantity: number;
    price: number;
    total: number;
    weight: number | null;
    tax_rate: number | null;
  }[];
  subtotal: number;
  total: number;
  /** Units per counted product, over all lines. */
  units: Record<string, number>;
};

/** Prices the lines with the shop's products. Throws all errors at once. */
export function priceCart(input: CartInput, shop: Pick<Shop, 'currency' | 'products'>): Cart {
  const { lines, shipping } = input;
  const currency = input.currency ?? shop.currency;
  const errors: FieldError[] = [];
  const minorUnits = (value: number, field: string): number => {
    const units = minor(value, currency);
    if (units === undefined) errors.push({ field, message: tooManyDecimals(currency) });
    return units ?? 0;
  };
  const units: Record<string, number> = Object.create(null);
  let subtotal = 0;
  const priced = lines.flatMap(({ sku, quantity, ...line }, i) => {
    const product = shop.products.get(sku);
    if (!product) errors.push({ field: `lines[${i}].sku`, message: `there is no product ${sku} in this store; check the SKU` });
    if (line.price === undefined && currency !== shop.currency) {
      errors.push({
        field: `lines[${i}].price`,
        message: `is required, unless the order is in ${shop.currency}, like the store's prices`,
      });
      return [];
    }
    const price = line.price ?? product?.price ?? 0;
    const total = quantity * minorUnits(price, `lines[${i}].price`);
    if (!product) return [];
    subtotal += total;
    if (product.counted) units[sku] = (units[sku] ?? 0) + quantity;
    const { name, weight } = product;
    const tax_rate = line.tax_rate === undefined ? product.tax_rate : line.tax_rate;
    return [{ sku, name: line.name ?? name, quantity, price, total: major(total, currency), weight, tax_rate }];
  });
  const total = subtotal + minorUnits(shipping?.price ?? 0, 'shipping.price');
  if (errors.length === 0 && total > maxAmount * 10 ** decimalsOf(currency)) {
    errors.push({
      field: 'lines',
      message: `must not add up to more than ${maxAmount}${shipping ? ', including shipping' : ''}`,
    });
  }
  if (errors.length > 0) throw invalidRequest(errors);
  return { currency, lines: priced, subtotal: major(subtotal, currency), total: major(total, currency), units };
}
