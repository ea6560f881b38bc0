import * as z from 'zod/mini';
import { queryPage, type Source } from '../db/query.ts';
import { maxFound } from '../db/read.ts';
import { field, rule } from '../values/documented.ts';
import { across, numberText } from '../values/fields.ts';
import { textOf } from '../values/json.ts';
import { decodeCursor, encodeCursor, type ListScope, readErrorOf, unknownCursor } from './cursor.ts';

type Filters = Record<string, unknown>;
export type ListQuery = { limit?: number | undefined; cursor?: string | undefined } & Filters;

const limit = () =>
  numberText(
    rule(
      z.refine((text) => /^\d{1,4}$/.test(text) && +text >= 1 && +text <= 1000, 'must be a whole number from 1 to 1000'),
      { type: 'integer', minimum: 1, maximum: 1000 },
    ),
  );

/** The filters of a list as its route describes them. */
export type FiltersOf<F extends () => z.core.$ZodLooseShape> = z.output<z.ZodMiniObject<ReturnType<F>>>;

/** The query parameters of a list. */
export const listQuery = <S extends Record<string, z.ZodMiniType>>(filters: S) =>
  pageQuery({
    ...filters,
    limit: field(z.optional(limit()), 'The maximum number of items on a page. A page may have fewer.'),
  });

/** The query parameters of pages. A cursor already contains the filters, so it cannot be combined with new ones. */
export const pageQuery = <S extends Record<string, z.ZodMiniType>>(filters: S) =>
  z
    .strictObject({
      ...filters,
      cursor: field(
        z.optional(z.string()),
        'The `next_cursor` of the previous page. It contains the filters, so they cannot be sent again.',
      ),
    })
    .check(rejectFiltersBeside('cursor', 'cannot be combined with `cursor`, which already contains the filters; leave it out'));

/** Rejects all filters beside the one with this name. */
export const rejectFiltersBeside = (name: string, message: string) =>
  z.check<Filters>(({ value: sent, issues }) => {
    if (sent[name] === undefined) return;
    const others = Object.keys(sent).filter((other) => ![name, 'cursor', 'limit'].includes(other) && sent[other] !== undefined);
    for (const other of others) issues.push({ code: 'custom', input: sent[other], path: [other], message });
  }, across());

/** Items that a single query cannot read. `read` is called once per page, for at most `maxFound` items. */
export type Reader<I> = {
  positionOf: (item: I) => string;
  read: (after: string | undefined, limit: number) => Promise<{ items: I[]; last: string | undefined }>;
};

type List<I, T, F extends Filters> = {
  /** A cursor is valid only for the scope and operation that returned it. */
  scope: ListScope;
  operation: string;
  query: ListQuery & F;
  /** The filters that must be strings. A forged cursor may contain something else in their place. */
  texts?: readonly (keyof F & string)[];
  /** Runs for the first page only; its result is kept in the cursor. */
  prepare?: (filters: F) => Promise<F>;
  sourceFor: (filters: F) => Setting<I, T>;
};

type Setting<I, T> = {
  source: Source<I> | Reader<I>;
  view: (item: I) => T;
  /** Filters the items. If omitted, all items are listed. */
  isListed?: ((item: I) => boolean) | undefined;
  /** Whether nearly all items match, so that a page needs to read only a few more than it returns. */
  mostMatch?: boolean;
};

const maxBytes = 4_000_000;
const maxEscapedBytes = 5_500_000;
/** Each reads 1 MB. With more, few matching items would take too long to find. */
const maxFilteredReads = 4;
/** Enough to fill a page, although stored items hold more than the page shows, such as histories. */
const maxReads = 12;
/** A filter drops items, so each read fetches more than the page needs. */
const extraWhenFiltered = 250;
const extraWhenMostMatch = 10;

/** One page of a list, bounded by `limit`, the maximum response size and a number of reads. */
export async function page<I, T, F extends Filters>(list: List<I, T, F>) {
  const { scope, operation, query, sourceFor } = list;
  const { filters, after } = await startOf(list);
  const setting = sourceFor(filters);
  const { source, view, isListed = () => true } = setting;
  const { maxReads, read } = readerOf(setting);
  const collected: Page<T> = { items: [], limit: query.limit ?? Number.POSITIVE_INFINITY, bytes: 0, escaped: 0 };
  let position = after;
  const unfinished = () => ({
    items: collected.items,
    next_cursor: encodeCursor(scope, operation, { filters, after: position }),
  });
  for (let reads = 0; reads < maxReads; reads++) {
    const { items, last } = await read(position, collected.limit - collected.items.length).catch((error: Error) => {
      throw readErrorOf(error, query.cursor);
    });
    for (const item of items) {
      if (isListed(item) && !add(collected, view(item))) return unfinished();
      position = source.positionOf(item);
    }
    if (last === undefined) return { items: collected.items, next_cursor: null };
    position = last;
  }
  return unfinished();
}

/** A cursor contains the filters of the first request, and where to continue. */
async function startOf<I, T, F extends Filters>({ scope, operation, query, texts = [], prepare }: List<I, T, F>) {
  const { limit, cursor, ...sent } = query;
  const first = async (filters: F) => ({ filters: prepare ? await prepare(filters) : filters, after: undefined });
  if (cursor === undefined) return first(sent as unknown as F);
  const start = decodeCursor<F>(cursor, scope, operation);
  if (texts.some((name) => !['string', 'undefined'].includes(typeof start.filters[name]))) throw unknownCursor();
  return start;
}

/** How to read from a source: the most reads of a page, each of more items than the page still needs, as a filter may drop some. */
function readerOf<I, T>({ source, isListed, mostMatch }: Setting<I, T>) {
  const extra = isListed ? (mostMatch ? extraWhenMostMatch : extraWhenFiltered) : 1;
  if (!('read' in source)) {
    const read = (after: string | undefined, missing: number) => queryPage(source, after, missing + extra);
    return { maxReads: isListed ? maxFilteredReads : maxReads, read };
  }
  const read = (after: string | undefined, missing: number) => source.read(after, Math.min(missing + extra, maxFound));
  return { maxReads: 1, read };
}

type Page<T> = { items: T[]; limit: number; bytes: number; escaped: number };

/** Adds an item to a page, unless the page is full. The gateway wraps the response in JSON again, which doubles quotes. */
function add<T>(page: Page<T>, item: T): boolean {
  const text = textOf(item);
  const bytes = Buffer.byteLength(text) + 1;
  const escapes = text.replace(/[^"\\]+/g, '').length;
  page.bytes += bytes;
  page.escaped += bytes + escapes;
  if (page.items.length === page.limit || page.bytes > maxBytes || page.escaped > maxEscapedBytes) return false;
  page.items.push(item);
  return true;
}
