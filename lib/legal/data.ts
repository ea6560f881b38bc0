import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { getTenantItem } from '../tenant/data.ts';
import { wholeAddress } from '../values/address.ts';
import { LegalPatch } from './inputs.ts';
import type { Legal } from './schema.ts';

const fields = Object.keys(LegalPatch().shape) as (keyof Legal)[];

/** Each field is an attribute of the tenant's item, so concurrent changes of different fields never undo each other. */
const attribute = (field: keyof Legal) => `legal_${field}`;

export const getLegal = async (tenant: TenantId): Promise<Legal> => viewOf(await getTenantItem(tenant));

export async function updateLegal(tenant: TenantId, patch: LegalPatch): Promise<Legal> {
  const address = patch.address && wholeAddress(patch.address);
  const whole: Partial<Legal> = { ...patch, ...(address !== undefined && { address }) } as Partial<Legal>;
  const given = fields.filter((field) => whole[field] !== undefined);
  const values = Object.fromEntries(given.map((field) => [attribute(field), JSON.stringify(whole[field] || null)]));
  return viewOf(await retryOnConflict(() => set<object>(tenant, 'TENANT', values)));
}

const viewOf = (item: object): Legal => {
  const stored = item as Record<string, string | undefined>;
  return Object.fromEntries(fields.map((field) => [field, JSON.parse(stored[attribute(field)] ?? 'null')])) as Legal;
};
