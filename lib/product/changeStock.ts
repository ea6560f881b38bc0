import type { Author } from '../api/call.ts';
import { ApiError, invalid, only } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import { auditAction, changes, identified } from '../audit/entry.ts';
import { type Action, addAction, changeAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import { getProduct, loadProduct } from './data.ts';
import type { StockChange } from './inputs.ts';
import { maxStock } from './limits.ts';
import type { Product } from './schema.ts';
import { productKey, productView } from './storedProduct.ts';

type Change = { by: Author; now: Date; idempotency: IdempotencyKey | undefined };

/**
 * Adds or removes available units, or sets them to the counted units minus the reserved ones. The database computes the result
 * from the current stock. The audit entry shows the stock as it was read.
 */
export function changeStock(tenant: TenantId, sku: string, input: StockChange, { by, now, idempotency: key }: Change) {
  const entryId = timeId(now);
  const product = stockAction(tenant, sku, input);
  return runOnce(tenant, key, {
    run: async (remember) => {
      const idempotency = remember(sku, entryId);
      await retryOnConflict(async () => {
        const before = productView(await loadProduct(tenant, sku));
        const after = stockAfter(before, input);
        const difference = changes({ stock: before.stock }, { stock: after });
        if (difference.isEmpty) return idempotency && commit({ idempotency });
        const { before: from, after: to } = identified({ sku }, difference);
        const entry = { before: from, after: { ...to, ...(input.reason && { reason: input.reason }) } };
        return commit({ idempotency, product, audit: auditAction(entryId, tenant, by, now, entry) });
      });
      return getProduct(tenant, sku);
    },
    replay: (outcome) => getProduct(tenant, outcome),
  });
}

function stockAction(tenant: TenantId, sku: string, { adjust = 0, counted }: StockChange): Action {
  if (counted === undefined) {
    // Orders that give units back can bring the stock above its limit. Units can still be removed then.
    const [fits, bound] = adjust > 0 ? ['<=', maxStock - adjust] : ['>=', -adjust];
    const condition = { expression: `counted = :yes AND available ${fits} :bound`, values: { ':yes': true, ':bound': bound } };
    return addAction(tenant, productKey(sku), { available: adjust }, condition);
  }
  const change = { expression: 'SET available = :units - reserved', values: { ':units': counted } };
  return changeAction(tenant, productKey(sku), change, {
    expression: 'counted = :yes AND reserved <= :units',
    values: { ':yes': true },
  });
}

/** The stock after the change. Throws if the stock as read does not allow the change. */
function stockAfter({ sku, stock }: Product, { adjust = 0, counted }: StockChange) {
  if (stock === null) {
    const field = counted === undefined ? 'adjust' : 'counted';
    const advice = `Set \`stock\` to a number with PUT /v1/management/product/${sku} first`;
    throw invalid(field, `cannot be applied to ${sku}: its stock is not tracked. ${advice}`);
  }
  const { available, reserved } = stock;
  if (available + adjust < 0) {
    const limit = available > 0 ? ` Remove at most ${available}.` : '';
    const advice = reserved > 0 ? ' To remove units that orders have reserved, cancel these orders with `restock` first.' : '';
    const message = `You tried to remove ${-adjust} of ${sku}, but ${only(available)} can be removed.${limit}${advice}`;
    throw shortage(sku, -adjust, available, message);
  }
  if (adjust > 0 && available + adjust > maxStock)
    throw invalid(
      'adjust',
      `must be at most ${Math.max(maxStock - available, 0)} for ${sku}, which has ${available} available`,
    );
  if (counted !== undefined && counted < reserved) {
    const message = `You counted ${counted} of ${sku}, but orders have reserved ${reserved}. Count again, or cancel orders with \`restock\` first.`;
    throw shortage(sku, reserved, counted, message);
  }
  return { available: counted === undefined ? available + adjust : counted - reserved, reserved };
}

const shortage = (sku: string, requested: number, available: number, message: string) =>
  new ApiError('insufficient_stock', message, { stock: [{ sku, requested, available }] });
