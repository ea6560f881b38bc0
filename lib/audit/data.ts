import { unknownCursor } from '../api/cursor.ts';
import { type ListQuery, page } from '../api/list.ts';
import type { TenantId } from '../db/key.ts';
import { itemsIn, listed } from '../db/query.ts';
import { isId, timeIdAt } from '../values/id.ts';
import { entrySchema } from './entry.ts';
import type { Entry } from './schema.ts';

/** Changes by the platform are listed in its own log too. */
type Stored = { json: string; schema?: number; listed?: string };
type Text = string | undefined;
type Filters = { operation?: Text; key?: Text; from?: Text; to?: Text };

/** The changes made by platform keys and commands, or all changes to one tenant, newest first. */
export const getAuditLog = (query: ListQuery & Filters & { tenant?: TenantId | undefined }) =>
  page<Stored, Entry, Filters & { tenant?: TenantId | undefined }>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    texts: ['tenant'],
    sourceFor: ({ tenant, ...filters }) => {
      // A cursor can be forged.
      if (tenant !== undefined && !isId('ten', tenant)) throw unknownCursor();
      return {
        source: tenant ? entriesOf(tenant, filters) : listed<Stored>('AUDIT', boundsOf(filters)),
        view: entryIn,
        isListed: matcherOf(filters),
      };
    },
  });

/** All changes to the caller's tenant, newest first. */
export const getOwnAuditLog = (tenant: TenantId, query: ListQuery & Filters) =>
  page<Stored, Entry, Filters>({
    scope: tenant,
    operation: 'getOwnAudit',
    query,
    sourceFor: (filters) => ({ source: entriesOf(tenant, filters), view: ownView, isListed: matcherOf(filters) }),
  });

/** A store does not learn the label of the platform's key, or the caller's address and program. It learns the actor, if there was one. */
const ownView = (item: Stored): Entry =>
  item.listed ? { ...entryIn(item), key_label: null, address: null, user_agent: null } : entryIn(item);

/**
 * Reads are eventually consistent, as in the platform's index: a page may miss entries from the last second, but costs half
 * as much.
 */
const entriesOf = (tenant: TenantId, filters: Filters) =>
  itemsIn<Stored>(tenant, 'AUDIT#', 'descending', { ...boundsOf(filters), isConsistent: false });

/** The index of the platform's entries holds no `schema`, but upgrading a current entry changes nothing. */
const entryIn = ({ json, schema }: Stored): Entry => entrySchema.upgrade(JSON.parse(json), schema);

/** IDs start with their time. `~` sorts after all IDs of the same millisecond. */
const boundsOf = ({ from, to }: Filters) => ({
  ...(from && { low: timeIdAt(millisecondsOf(from)) }),
  ...(to && { high: `${timeIdAt(millisecondsOf(to))}~` }),
});

/** A cursor can be forged, so the filters in it may not be valid times. */
function millisecondsOf(time: string): number {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw unknownCursor();
  return Math.max(0, milliseconds);
}

function matcherOf({ operation, key }: Filters) {
  if (operation === undefined && key === undefined) return undefined;
  return (item: Stored) => {
    const entry = entryIn(item);
    return (operation === undefined || entry.operation === operation) && (key === undefined || entry.key === key);
  };
}
