import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { getTenantItem } from '../tenant/data.ts';
import { wholeAddress } from '../values/address.ts';
import { LegalPatch } from './inputs.ts';
import type { Legal } from './schema.ts';

const fields = Object.keys(LegalPatch().shape);

/** Each field is an attribute of the tenant's item, so concurrent changes to different fields do not undo each other. */
const attributeOf = (field: string) => `legal_${field}`;

export const getLegal = async (tenant: TenantId): Promise<Legal> => viewOf(await getTenantItem(tenant));

export async function updateLegal(tenant: TenantId, patch: LegalPatch): Promise<Legal> {
  const changes = { ...patch, ...(patch.address && { address: wholeAddress(patch.address) }) };
  const values = Object.entries(changes).map(([field, value]) => [attributeOf(field), JSON.stringify(value)]);
  return viewOf(await retryOnConflict(() => set<object>(tenant, 'TENANT', Object.fromEntries(values))));
}

function viewOf(item: object): Legal {
  const stored = item as Record<string, string | undefined>;
  return Object.fromEntries(fields.map((field) => [field, JSON.parse(stored[attributeOf(field)] ?? 'null')])) as Legal;
}
