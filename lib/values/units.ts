export type Units = { sku: string; quantity: number };

export const sum = (lines: Units[]): number => lines.reduce((total, { quantity }) => total + quantity, 0);

/** The total units of each product. */
export function totalPerProduct(lines: Units[]): Units[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return [...units].flatMap(([sku, quantity]) => (quantity > 0 ? [{ sku, quantity }] : []));
}

/** How many of these units to take from each line. Of lines with the same product, the first is used first. */
export function take(units: Units[], lines: Units[]): number[] {
  const wanted = new Map(units.map(({ sku, quantity }) => [sku, quantity]));
  return lines.map(({ sku, quantity }) => {
    const given = Math.min(quantity, wanted.get(sku) ?? 0);
    wanted.set(sku, (wanted.get(sku) ?? 0) - given);
    return given;
  });
}
