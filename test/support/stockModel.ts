/** A simple model of the contract for stock. */
export type Product = { price: number; counted: boolean; available: number; reserved: number };
export type Products = Record<string, Product>;
export type Units = Record<string, number>;

export const productView = ({ price, counted, available, reserved }: Product) => ({
  price,
  stock: counted ? { available, reserved } : null,
});

/** The units of each counted product that the lines order. */
export function unitsOf(lines: { sku: string; quantity: number }[], products: Products): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) if (products[sku]?.counted) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

/** The SKUs with too little stock. */
export const shortOf = (units: Units, products: Products): string[] =>
  Object.keys(units)
    .sort()
    .filter((sku) => products[sku]?.counted && products[sku].available < (units[sku] as number));

/** Changes the available and reserved units. The available units of an uncounted product do not change. */
export function move(units: Units, products: Products, direction: { available?: number; reserved: number }): void {
  for (const [sku, count] of Object.entries(units)) {
    const product = products[sku] as Product;
    if (product.counted) product.available += count * (direction.available ?? 0);
    product.reserved += count * direction.reserved;
  }
}
