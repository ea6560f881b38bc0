import { createHash } from 'node:crypto';
import type { TenantId } from '../db/key.ts';
import { InvalidPosition } from '../db/query.ts';
import { isObject } from '../values/json.ts';
import { invalid } from './errors.ts';

export type ListScope = TenantId | 'PLATFORM';

/** Detects damage, not forgery: the database key is always built from the caller's own scope. */
const checksum = (scope: ListScope, operation: string, content: string) =>
  createHash('sha256').update(`${scope}\n${operation}\n${content}`).digest('base64url').slice(0, 12);

export function encodeCursor(scope: ListScope, operation: string, content: object) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${checksum(scope, operation, text)}`;
}

export function decodeCursor<F>(cursor: string, scope: ListScope, operation: string): { filters: F; after: string } {
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
  isObject(filters) &&
  Object.values(filters).every((value) => ['string', 'number', 'boolean'].includes(typeof value) && isShort(value));

const isPosition = (after: unknown) => typeof after === 'string' && isShort(after);

const isShort = (value: unknown) => /^\P{Cc}{0,300}$/u.test(String(value)) && String(value).isWellFormed();

export const unknownCursor = () =>
  invalid('cursor', 'is not a valid cursor for this list; use `next_cursor` from the previous page');

/** The error for a read that failed. A position that the database does not accept can only come from a forged cursor. */
export const readErrorOf = (error: Error, cursor: string | undefined): Error =>
  cursor !== undefined && (error instanceof InvalidPosition || error.name === 'ValidationException') ? unknownCursor() : error;
