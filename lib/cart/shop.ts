import type { TenantId } from '../db/key.ts';
import { findMany } from '../db/readAll.ts';
import { productKey } from '../product/key.ts';
import type { StoredProduct } from '../product/schema.ts';
import type { TenantItem } from '../tenant/data.ts';
import type { Tenant } from '../tenant/schema.ts';
import { webhookKey } from '../webhook/breaker.ts';
import type { WebhookItem, WebhookName } from '../webhook/schema.ts';

/** All that is needed to decide on some lines, read consistently in one call. */
export type Shop = {
  tenant: TenantItem;
  currency: string;
  products: Map<string, StoredProduct>;
  webhook: WebhookItem | undefined;
};

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
  const shop: Shop = {
    tenant: item,
    currency: (JSON.parse(item.json) as Tenant).currency,
    products: new Map(
      skus.flatMap((sku) => (found.has(productKey(sku)) ? [[sku, found.get(productKey(sku)) as StoredProduct]] : [])),
    ),
    webhook: found.get(webhookKey(name)) as WebhookItem | undefined,
  };
  return { shop, more: more.map((sk) => found.get(sk) as More | undefined) };
}
