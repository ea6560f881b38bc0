import type { TenantId } from '../db/key.ts';
import { findMany } from '../db/read.ts';
import { productKey, productOf, type StoredProduct } from '../product/storedProduct.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import type { WebhookName } from '../webhook/inputs.ts';
import { type WebhookItem, webhookKey } from '../webhook/webhookItem.ts';

/** Everything needed to price a cart and to accept or reject it. */
export type Shop = {
  tenant: TenantItem;
  currency: string;
  products: Map<string, StoredProduct>;
  webhook: WebhookItem | undefined;
};

/** Loads a shop in one database call, together with `more` items of the tenant. */
export async function loadShop<More = never>(
  tenant: TenantId,
  lines: { sku: string }[],
  name: WebhookName,
  more: string[] = [],
  read: typeof findMany = findMany,
) {
  const skus = [...new Set(lines.map(({ sku }) => sku))];
  const keys = ['TENANT', webhookKey(name), ...more, ...skus.map(productKey)];
  const found = await read<StoredProduct | TenantItem | WebhookItem | More>(tenant, keys);
  const item = found.get('TENANT') as TenantItem;
  const products = skus.flatMap((sku) => {
    const product = found.get(productKey(sku)) as StoredProduct | undefined;
    return product ? [[sku, productOf(product)] as const] : [];
  });
  const shop: Shop = {
    tenant: item,
    currency: tenantOf(item).currency,
    products: new Map(products),
    webhook: found.get(webhookKey(name)) as WebhookItem | undefined,
  };
  return { shop, more: more.map((sk) => found.get(sk) as More | undefined) };
}
