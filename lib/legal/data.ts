import type { Author } from '../api/call.ts';
import type { TenantId } from '../db/key.ts';
import { changeSettings } from '../tenant/changeSettings.ts';
import { getTenantItem } from '../tenant/data.ts';
import { wholeAddress } from '../values/address.ts';
import { LegalPatch } from './inputs.ts';
import type { Legal } from './schema.ts';

const fields = Object.keys(LegalPatch().shape);

/** Each field is an attribute of the tenant's item, so concurrent changes to different fields do not undo each other. */
const attributeOf = (field: string) => `legal_${field}`;

export const getLegal = async (tenant: TenantId): Promise<Legal> => legalIn(await getTenantItem(tenant));

export async function updateLegal(tenant: TenantId, patch: LegalPatch, by: Author, now: Date): Promise<Legal> {
  const changes = { ...patch, ...(patch.address && { address: wholeAddress(patch.address) }) };
  const attributes = Object.entries(changes).map(([field, value]) => [attributeOf(field), JSON.stringify(value)]);
  return legalIn(await changeSettings(tenant, { by, now, values: Object.fromEntries(attributes), viewOf: legalIn }));
}

function legalIn(item: object): Legal {
  const stored = item as Record<string, string | undefined>;
  return Object.fromEntries(fields.map((field) => [field, JSON.parse(stored[attributeOf(field)] ?? 'null')])) as Legal;
}
