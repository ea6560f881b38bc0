import { unknownCursor } from '../api/cursor.ts';
import { type ListQuery, page } from '../api/list.ts';
import type { TenantId } from '../db/key.ts';
import { listed, partition } from '../db/query.ts';
import { timeIdAt } from '../values/id.ts';
import { entrySchema } from './entry.ts';
import type { Entry } from './schema.ts';

type Stored = { json: string; schema?: number };
type Text = string | undefined;
type Filters = { operation?: Text; key?: Text; from?: Text; to?: Text };

/** The changes made by platform keys and commands, or all changes to one tenant, newest first. */
export const getAuditLog = (query: ListQuery & Filters & { tenant?: TenantId | undefined }) =>
  page<Stored, Entry, Filters & { tenant?: TenantId | undefined }>({
    scope: 'PLATFORM',
    operation: 'getAudit',
    query,
    texts: ['tenant'],
    sourceFor: ({ tenant, ...filters }) => ({
      source: tenant ? entriesOf(tenant, filters) : listed<Stored>('AUDIT', boundsOf(filters)),
      view: viewOf,
      isListed: matcherOf(filters),
    }),
  });

/** All changes to the caller's tenant, newest first. */
export const getOwnAuditLog = (tenant: TenantId, query: ListQuery & Filters) =>
  page<Stored, Entry, Filters>({
    scope: tenant,
    operation: 'getOwnAudit',
    query,
    sourceFor: (filters) => ({ source: entriesOf(tenant, filters), view: viewOf, isListed: matcherOf(filters) }),
  });

/**
 * Reads are eventually consistent, as in the platform's index: a page may miss entries from the last second, but costs half
 * as much.
 */
const entriesOf = (tenant: TenantId, filters: Filters) => {
  const source = partition<Stored>(tenant, 'AUDIT#', 'descending', boundsOf(filters));
  return { ...source, input: { ...source.input, ConsistentRead: false } };
};

/** The index of the platform's entries holds no `schema`, but upgrading a current entry changes nothing. */
const viewOf = ({ json, schema }: Stored): Entry => entrySchema.upgrade(JSON.parse(json), schema);

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
    const entry = viewOf(item);
    return (operation === undefined || entry.operation === operation) && (key === undefined || entry.key === key);
  };
}
