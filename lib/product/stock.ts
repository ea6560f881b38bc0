import { type Action, add } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { ApiError } from '../errors.ts';
import type { OrderState } from '../order/schema.ts';
import { productKey } from './key.ts';
import type { StoredProduct } from './schema.ts';

type Move = { sku: string; available: number; reserved: number };
type Stock = OrderState['stock'];

/** How many units of each product, however many lines it stands on. */
export function summed(lines: { sku: string; quantity: number }[]): Record<string, number> {
  const units: Record<string, number> = Object.create(null);
  for (const { sku, quantity } of lines) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

const held = {
  reserved: { available: 0, reserved: 1 },
  freed: { available: 1, reserved: 0 },
  gone: { available: 0, reserved: 0 },
};

/** How the numbers of the products move with the units of an order; a new one takes its units from what is available. */
export function moves(before: Stock | undefined, after: Stock): Move[] {
  const from = held[before?.holding ?? 'freed'];
  const to = held[after.holding];
  const [available, reserved] = [to.available - from.available, to.reserved - from.reserved];
  if (available === 0 && reserved === 0) return [];
  return Object.entries(after.units).map(([sku, units]) => ({ sku, available: available * units, reserved: reserved * units }));
}

/** The action that takes an order's units, unless the product has got another name or price since it was read. */
export function takeAction(tenant: TenantId, { sku, available, reserved }: Move, { name, price }: StoredProduct): Action {
  return add(
    tenant,
    productKey(sku),
    { available, reserved },
    {
      expression: 'counted = :yes AND available >= :needed AND #name = :name AND price = :price',
      values: { ':yes': true, ':needed': -available, ':name': name, ':price': price },
      names: { '#name': 'name' },
    },
  );
}

/** The action that makes a move. What is available is kept only while the product is counted. */
export function moveAction(tenant: TenantId, { sku, available, reserved }: Move, counted: boolean): Action {
  const sk = productKey(sku);
  if (available === 0) return add(tenant, sk, { reserved }, { expression: 'attribute_exists(pk)' });
  const enough = counted && available < 0;
  return add(tenant, sk, counted ? { available, reserved } : { reserved }, {
    expression: `counted = :counted${enough ? ' AND available >= :needed' : ''}`,
    values: { ':counted': counted, ...(enough && { ':needed': -available }) },
  });
}

/** Refuses, naming each product of which too little is there. */
export function shortage(units: Record<string, number>, products: Map<string, StoredProduct>, lines: { sku: string }[]): void {
  const short = Object.entries(units).flatMap(([sku, requested]) => {
    const { counted, available } = products.get(sku) as StoredProduct;
    return counted && available < requested ? [{ sku, requested, available }] : [];
  });
  if (short.length === 0) return;
  const errors = short.map(({ sku, requested, available }) => ({
    field: `lines[${lines.findIndex((line) => line.sku === sku)}].quantity`,
    message: `${sku}: ${requested} are wanted, ${available} are available`,
  }));
  const told = errors.map(({ message }) => message).join('; ');
  throw new ApiError('insufficient_stock', `There is too little stock. ${told}.`, { errors, stock: short });
}
