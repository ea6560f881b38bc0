import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Scope } from './db/key.ts';
import { queryPage, type Source } from './db/query.ts';
import { invalid } from './errors.ts';
import { textOf } from './values/json.ts';

type Filters = Record<string, unknown>;
export type ListQuery = { limit?: number | undefined; cursor?: string | undefined } & Filters;

const limit = z.pipe(
  z
    .string()
    .check(z.refine((text) => /^\d{1,4}$/.test(text) && +text >= 1 && +text <= 1000, 'must be a whole number, 1 to 1000')),
  z.transform(Number),
);

/** The query of a list. A cursor carries the filters of the walk it continues, so none may stand beside it. */
export const listQuery = <S extends Record<string, z.ZodMiniType>>(filters: S) =>
  z.strictObject({ ...filters, limit: z.optional(limit), cursor: z.optional(z.string()) }).check((ctx) => {
    const { cursor, limit: _, ...given } = ctx.value as ListQuery;
    const refused = cursor === undefined ? [] : Object.keys(given).filter((name) => given[name] !== undefined);
    const message = 'cannot stand beside a cursor, which carries the filters of its walk';
    for (const name of refused) ctx.issues.push({ code: 'custom', input: given[name], path: [name], message });
  });

type Walk<I, T, F extends Filters> = {
  /** Whose walk it is and of which operation: a cursor continues no other. */
  scope: Scope;
  operation: string;
  query: ListQuery & F;
  /** What the first page finds out for the whole walk. */
  begin?: (filters: F) => Promise<F>;
  source: (filters: F) => Source<I>;
  /** What is seen of an item; undefined leaves it out. */
  view: (item: I, filters: F) => T | undefined;
  /** Whether `view` leaves anything out under these filters. */
  sifts?: (filters: F) => boolean;
};

const mostBytes = 4_000_000;
const mostEscaped = 5_500_000;

/** One page of a walk: as much as fits an answer, `limit` and four reads. */
export async function page<I, T, F extends Filters>({ scope, operation, query, begin, source, view, sifts }: Walk<I, T, F>) {
  const { limit = Number.POSITIVE_INFINITY, cursor, ...given } = query;
  const first = async (filters: F) => ({ filters: begin ? await begin(filters) : filters, after: undefined });
  const { filters, after } = cursor === undefined ? await first(given as unknown as F) : open<F>(cursor, scope, operation);
  const spare = sifts?.(filters) ? 250 : 1;
  const items: T[] = [];
  const size = { bytes: 0, escaped: 0 };
  let position: string | undefined = after;
  const from = source(filters);
  const next = () => ({ items, next_cursor: seal(scope, operation, { filters, after: position }) });
  for (let read = 0; read < 4; read++) {
    const found = await queryPage(from, position, limit - items.length + spare).catch((error: Error) => {
      throw cursor !== undefined && error.name === 'ValidationException' ? unknownCursor() : error;
    });
    for (const item of found.items) {
      const seen = view(item, filters);
      if (seen !== undefined) {
        if (items.length === limit || !fits(seen, size)) return next();
        items.push(seen);
      }
      position = from.positionOf(item);
    }
    if (found.last === undefined) return { items, next_cursor: null };
    position = found.last;
  }
  return next();
}

/** The gateway's answer is JSON inside JSON, where each quote counts twice. */
function fits(item: unknown, size: { bytes: number; escaped: number }) {
  const text = textOf(item);
  const bytes = Buffer.byteLength(text) + 1;
  const escapes = text.split(/["\\]/).length - 1;
  size.bytes += bytes;
  size.escaped += bytes + escapes;
  return size.bytes === bytes || (size.bytes <= mostBytes && size.escaped <= mostEscaped);
}

/** Not secret, only whole: the key it leads to is built from the caller's own scope. */
const sum = (scope: Scope, operation: string, content: string) =>
  createHash('sha256').update(`${scope}\n${operation}\n${content}`).digest('base64url').slice(0, 12);

function seal(scope: Scope, operation: string, content: object) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${sum(scope, operation, text)}`;
}

function open<F>(cursor: string, scope: Scope, operation: string): { filters: F; after: string } {
  const [text = '', checksum] = cursor.split(/\.(.*)/s);
  if (sum(scope, operation, text) !== checksum) throw unknownCursor();
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw unknownCursor();
  }
}

const unknownCursor = () => invalid('cursor', 'is not one that this list has given out');
