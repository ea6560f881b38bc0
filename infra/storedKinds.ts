import { entrySchema } from '../lib/audit/schemaUpgrades.ts';
import { keySchema } from '../lib/key/storedKey.ts';
import { orderSchema } from '../lib/order/schemaUpgrades.ts';
import { productSchema } from '../lib/product/storedProduct.ts';
import { tenantSchema, userSchema } from '../lib/tenant/schemaUpgrades.ts';

/** Every kind of item in the table: what its sort key begins with, and the version in which it is stored. */
export const storedKinds = {
  tenant: { prefix: 'TENANT', version: tenantSchema.version },
  user: { prefix: 'USER#', version: userSchema.version },
  key: { prefix: 'KEY#', version: keySchema.version },
  product: { prefix: 'PRODUCT#', version: productSchema.version },
  order: { prefix: 'ORDER#', version: orderSchema.version },
  'audit entry': { prefix: 'AUDIT#', version: entrySchema.version },
  webhook: { prefix: 'WEBHOOK#', version: 1 },
  delivery: { prefix: 'DELIVERY#', version: 1 },
  'idempotency record': { prefix: 'IDEM#', version: 1 },
  'search key': { prefix: 'FIND#', version: 1 },
  'e-mail claim': { prefix: 'EMAIL#', version: 1 },
  'name or host claim': { prefix: 'CLAIM', version: 1 },
  'order counter': { prefix: 'COUNTER', version: 1 },
  'cached rates': { prefix: 'RATES#', version: 1 },
  'request count': { prefix: 'WINDOW#', version: 1 },
  'index check': { prefix: 'INDEX_LAG', version: 1 },
  'upgrade mark': { prefix: 'SCHEMA', version: 1 },
} as const;

export type StoredKind = keyof typeof storedKinds;

export function kindOf({ sk }: { sk: string }): StoredKind | undefined {
  return (Object.keys(storedKinds) as StoredKind[]).find((kind) => sk.startsWith(storedKinds[kind].prefix));
}
