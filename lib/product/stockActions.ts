import { ApiError } from '../api/errors.ts';
import { type Action, addAction, checkAction, exists } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { productKey, type StoredProduct } from './storedProduct.ts';

/** Units to add to the stock of one product; negative removes. */
export type StockMove = { sku: string; available: number; reserved: number };

const isActive = 'archived = :no';

/** Without tracked stock, a new order only requires that the product has not been archived in the meantime. */
export const checkActiveAction = (tenant: TenantId, sku: string): Action =>
  checkAction(tenant, productKey(sku), { expression: isActive, values: { ':no': false } });

/** Reserves units for a new order, provided that the product still has the name, price and tax rate that the order copied. */
export const reserveAction = (tenant: TenantId, move: StockMove, { name, price, tax_rate }: StoredProduct): Action =>
  addAction(
    tenant,
    productKey(move.sku),
    { available: move.available, reserved: move.reserved },
    {
      expression: `counted = :yes AND available >= :needed AND #name = :name AND price = :price AND tax_rate = :rate AND ${isActive}`,
      values: { ':yes': true, ':no': false, ':needed': -move.available, ':name': name, ':price': price, ':rate': tax_rate },
      names: { '#name': 'name' },
    },
  );

/** Moves stock for an existing order. `available` changes only if the product is counted. */
export function moveAction(tenant: TenantId, { sku, available, reserved }: StockMove, counted: boolean): Action {
  const sk = productKey(sku);
  if (available === 0) return { subject: sku, ...addAction(tenant, sk, { reserved }, exists) };
  const takesUnits = counted && available < 0;
  const condition = {
    expression: `counted = :counted${takesUnits ? ' AND available >= :needed' : ''}`,
    values: { ':counted': counted, ...(takesUnits && { ':needed': -available }) },
  };
  return { subject: sku, ...addAction(tenant, sk, counted ? { available, reserved } : { reserved }, condition) };
}

/** Throws an error that names each archived product. */
export function mustBeActive(products: Map<string, StoredProduct>, lines: { sku: string }[]): void {
  const archived = [...products.values()].filter((product) => product.archived);
  if (archived.length === 0) return;
  const errors = archived.map(({ sku }) => ({ field: fieldOf(sku, lines, 'sku'), message: `${sku} is archived` }));
  const skus = archived.map(({ sku }) => sku).join(', ');
  throw new ApiError(
    'product_archived',
    `Archived products cannot be ordered: ${skus}. Remove them, or set \`archived\` to false.`,
    { errors },
  );
}

const fieldOf = (sku: string, lines: { sku: string }[], field: string) =>
  `lines[${lines.findIndex((line) => line.sku === sku)}].${field}`;

/** Throws an error that names each counted product with too few available units. */
export function mustHaveStock(
  units: Record<string, number>,
  products: Map<string, StoredProduct>,
  lines: { sku: string }[],
  advice = 'Reduce the quantity, or add stock.',
): void {
  const shortages = Object.entries(units).flatMap(([sku, requested]) => {
    const { counted, available } = products.get(sku) as StoredProduct;
    return counted && available < requested ? [{ sku, requested, available }] : [];
  });
  if (shortages.length === 0) return;
  const errors = shortages.map(({ sku, requested, available }) => ({
    field: fieldOf(sku, lines, 'quantity'),
    message: `${sku}: ${requested} requested, ${available} available`,
  }));
  const messages = errors.map(({ message }) => message).join('; ');
  throw new ApiError('insufficient_stock', `There is not enough stock. ${messages}. ${advice}`, {
    errors,
    stock: shortages,
  });
}
