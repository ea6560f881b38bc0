import { isDeepStrictEqual } from 'node:util';
import type { Author } from '../api/call.ts';
import { type Action, createGeneratedAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { Entry } from './schema.ts';

export const entrySchema = storedSchema<Entry>();

/** The fields that differ between two states. If there is no state before, all fields differ. */
export function changes<T extends object>(before: T | undefined, after: T | undefined) {
  const names = Object.keys({ ...before, ...after }) as (keyof T)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
  const pick = (state: T | undefined) => Object.fromEntries(changed.flatMap((name) => (state ? [[name, state[name]]] : [])));
  return { before: pick(before), after: pick(after), isEmpty: changed.length === 0 };
}

type Difference = Pick<Entry, 'before' | 'after'>;

/** Adds the fields that identify the changed resource. A new resource has no state before the change. */
export const identified = (identity: object, { before, after }: Difference): Difference => ({
  before: Object.keys(before).length > 0 ? { ...identity, ...before } : {},
  after: { ...identity, ...after },
});

/**
 * Creates the audit entry of a change. It must be part of the same transaction, with one ID per request. An entry about
 * platform keys has no tenant. The platform's log lists only changes made by platform keys and commands.
 */
export function auditAction(
  id: string,
  tenant: TenantId | null,
  { caller, user: _, ...by }: Author,
  now: Date,
  { before, after }: Difference,
): Action {
  const entry: Entry = { id: `aud_${id}`, time: now.toISOString(), ...by, tenant, before, after };
  const listing = caller === 'platform' ? { listed: 'AUDIT', listed_at: id } : {};
  return createGeneratedAction(tenant ?? 'PLATFORM#AUDIT', `AUDIT#${id}`, {
    json: JSON.stringify(entry),
    schema: entrySchema.version,
    ...listing,
  });
}
