import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Scope } from '../db/key.ts';
import { queryPage, type Source } from '../db/query.ts';
import { field, rule } from '../values/documented.ts';
import { textOf } from '../values/json.ts';
import { invalid } from './errors.ts';

type Filters = Record<string, unknown>;
export type ListQuery = { limit?: number | undefined; cursor?: string | undefined } & Filters;

const limit = () =>
  z.pipe(
    z.string().check(
      rule(
        z.refine((text) => /^\d{1,4}$/.test(text) && +text >= 1 && +text <= 1000, 'must be a whole number from 1 to 1000'),
        { type: 'integer', minimum: 1, maximum: 1000 },
      ),
    ),
    z.transform(Number),
  );

/** The query parameters of a list. A cursor already contains the filters, so it cannot be combined with new ones. */
export const listQuery = <S extends Record<string, z.ZodMiniType>>(filters: S) =>
  z
    .strictObject({
      ...filters,
      limit: field(z.optional(limit()), 'The maximum number of items on a page. A page may have fewer.'),
      cursor: field(z.optional(z.string()), 'The `next_cursor` of the previous page. It can be combined only with `limit`.'),
    })
    .check((ctx) => {
      const { cursor, limit: _, ...sent } = ctx.value as ListQuery;
      const rejected = cursor === undefined ? [] : Object.keys(sent).filter((name) => sent[name] !== undefined);
      const message = 'cannot be combined with `cursor`; the cursor already contains the filters';
      for (const name of rejected) ctx.issues.push({ code: 'custom', input: sent[name], path: [name], message });
    });

/** The most items that one batch can read by their keys. */
const maxFound = 100;

/** Items that a single query cannot read. `read` is called once per page, for at most `maxItems` items. */
export type Reader<I> = {
  maxItems?: number;
  positionOf: (item: I) => string;
  read: (after: string | undefined, limit: number) => Promise<{ items: I[]; last: string | undefined }>;
};

type List<I, T, F extends Filters> = {
  /** A cursor is valid only for the scope and operation that returned it. */
  scope: Scope;
  operation: string;
  query: ListQuery & F;
  /** The filters that must be strings. A forged cursor may contain something else in their place. */
  texts?: readonly (keyof F & string)[];
  /** Runs for the first page only; its result is kept in the cursor. */
  prepare?: (filters: F) => Promise<F>;
  sourceFor: (filters: F) => {
    source: Source<I> | Reader<I>;
    view: (item: I) => T;
    /** Filters the items. If omitted, all items are listed. */
    isListed?: ((item: I) => boolean) | undefined;
    /** Whether nearly all items match, so that a page needs to read only a few more than it returns. */
    mostMatch?: boolean;
  };
};

const maxBytes = 4_000_000;
const maxEscapedBytes = 5_500_000;
const maxReads = 4;
/** A filter drops items, so each read fetches more than the page needs. */
const extraWhenFiltered = 250;
const extraWhenMostMatch = 10;

/** One page of a list, bounded by `limit`, the maximum response size and four reads. */
export async function page<I, T, F extends Filters>({
  scope,
  operation,
  query,
  texts = [],
  prepare,
  sourceFor,
}: List<I, T, F>) {
  const { limit = Number.POSITIVE_INFINITY, cursor, ...sentFilters } = query;
  const first = async (filters: F) => ({ filters: prepare ? await prepare(filters) : filters, after: undefined });
  const { filters, after } =
    cursor === undefined ? await first(sentFilters as unknown as F) : decodeCursor<F>(cursor, scope, operation);
  if (texts.some((name) => filters[name] !== undefined && typeof filters[name] !== 'string')) throw unknownCursor();
  const { source, view, isListed, mostMatch } = sourceFor(filters);
  const extra = isListed ? (mostMatch ? extraWhenMostMatch : extraWhenFiltered) : 1;
  const isReader = 'read' in source;
  const readAfter = (after: string | undefined, limit: number) =>
    isReader ? source.read(after, Math.min(limit, source.maxItems ?? maxFound)) : queryPage(source, after, limit);
  const items: T[] = [];
  const size = { bytes: 0, escaped: 0 };
  let position: string | undefined = after;
  const next = () => ({ items, next_cursor: encodeCursor(scope, operation, { filters, after: position }) });
  for (let read = 0; read < (isReader ? 1 : maxReads); read++) {
    const found = await readAfter(position, limit - items.length + extra).catch((error: Error) => {
      throw cursor !== undefined && error.name === 'ValidationException' ? unknownCursor() : error;
    });
    for (const item of found.items) {
      if (!isListed || isListed(item)) {
        const shown = view(item);
        if (items.length === limit || !fits(shown, size)) return next();
        items.push(shown);
      }
      position = source.positionOf(item);
    }
    if (found.last === undefined) return { items, next_cursor: null };
    position = found.last;
  }
  return next();
}

/** The gateway wraps the response in JSON again, which doubles each quote and backslash. */
function fits(item: unknown, size: { bytes: number; escaped: number }) {
  const text = textOf(item);
  const bytes = Buffer.byteLength(text) + 1;
  const escapes = text.replace(/[^"\\]+/g, '').length;
  size.bytes += bytes;
  size.escaped += bytes + escapes;
  return size.bytes <= maxBytes && size.escaped <= maxEscapedBytes;
}

/** Detects damage, not forgery: the database key is always built from the caller's own scope. */
const checksum = (scope: Scope, operation: string, content: string) =>
  createHash('sha256').update(`${scope}\n${operation}\n${content}`).digest('base64url').slice(0, 12);

function encodeCursor(scope: Scope, operation: string, content: object) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${checksum(scope, operation, text)}`;
}

function decodeCursor<F>(cursor: string, scope: Scope, operation: string): { filters: F; after: string } {
  const [text = '', sum] = cursor.split(/\.(.*)/s);
  if (checksum(scope, operation, text) !== sum) throw unknownCursor();
  const content = contentOf(text) as { filters: F; after: string } | undefined;
  if (!content || !isPlain(content.filters) || !isPosition(content.after)) throw unknownCursor();
  return content;
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Filters hold single values only. A cursor can be forged, so anything of another shape is rejected. */
const isPlain = (filters: unknown) =>
  typeof filters === 'object' &&
  filters !== null &&
  !Array.isArray(filters) &&
  Object.values(filters).every((value) => ['string', 'number', 'boolean'].includes(typeof value) && isShort(value));

const isPosition = (after: unknown) => typeof after === 'string' && isShort(after);

const isShort = (value: unknown) => /^\P{Cc}{0,300}$/u.test(String(value)) && String(value).isWellFormed();

export const unknownCursor = () =>
  invalid('cursor', 'is not a valid cursor for this list; use `next_cursor` from the previous page');
