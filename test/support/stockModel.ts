/** What the contract says of stock (§4), in the plainest words. */
export type Product = { price: number; counted: boolean; available: number; reserved: number };
export type Products = Record<string, Product>;
export type Units = Record<string, number>;

export const productView = ({ price, counted, available, reserved }: Product) => ({
  price,
  stock: counted ? { available, reserved } : null,
});

/** What an order takes: of each counted product all that its lines want. */
export function unitsOf(lines: { sku: string; quantity: number }[], products: Products): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) if (products[sku]?.counted) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

/** The SKUs of which there is too little. */
export const shortOf = (units: Units, products: Products): string[] =>
  Object.keys(units)
    .sort()
    .filter((sku) => products[sku]?.counted && products[sku].available < (units[sku] as number));

/** Moves units between what is available, which stands still while nobody counts, and what is reserved. */
export function move(units: Units, products: Products, direction: { available?: number; reserved: number }): void {
  for (const [sku, count] of Object.entries(units)) {
    const product = products[sku] as Product;
    if (product.counted) product.available += count * (direction.available ?? 0);
    product.reserved += count * direction.reserved;
  }
}
