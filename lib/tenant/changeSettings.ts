import type { Author } from '../api/call.ts';
import { auditAction, changes } from '../audit/entry.ts';
import { type Condition, type Item, updateAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import { getTenantItem } from './data.ts';
import type { TenantItem } from './tenantItem.ts';

type Change = { by: Author; now: Date; values: Item; viewOf: (item: TenantItem) => object };

/**
 * Sets attributes of the tenant's item. The same transaction adds an audit entry with the changes that `viewOf` shows.
 * Concurrent changes to different attributes do not overwrite each other.
 */
export function changeSettings(tenant: TenantId, { by, now, values, viewOf }: Change): Promise<TenantItem> {
  const entryId = timeId(now);
  return retryOnConflict(async () => {
    const item = await getTenantItem(tenant);
    const changed = { ...item, ...values };
    const difference = changes(viewOf(item), viewOf(changed));
    if (difference.isEmpty) return item;
    await commit({
      tenant: updateAction(tenant, 'TENANT', values, unchanged(item, Object.keys(values))),
      audit: auditAction(entryId, tenant, by, now, difference),
    });
    return changed;
  });
}

/** Holds if these attributes of the item have not changed since they were read. */
function unchanged(item: Item, names: string[]): Condition {
  const isSet = (name: string) => item[name] !== undefined;
  const parts = names.map((name) => (isSet(name) ? `#${name} = :was_${name}` : `attribute_not_exists(#${name})`));
  const values = Object.fromEntries(names.filter(isSet).map((name) => [`:was_${name}`, item[name]]));
  return { expression: parts.join(' AND '), values };
}
