import { createHash } from 'node:crypto';
import { type Action, createAction } from '../db/action.ts';
import type { Partition } from '../db/key.ts';
import { find } from '../db/read.ts';
import { isObject } from '../values/json.ts';
import { decoded } from '../values/text.ts';
import { ApiError } from './errors.ts';

/** Two hashes: `id` of what identifies a repeated request, `body` of what a repeat must contain. */
export type IdempotencyKey = { id: string; body: string };

export const isIdempotencyKey = (header: string) => /^[\x21-\x7e]{1,255}$/.test(header);

export const idempotencyKeyRule = 'must be 1 to 255 visible ASCII characters';

/**
 * A path is the same with and without a trailing slash, and however its characters are escaped. A body is the same with a null at
 * its top level as without the field.
 */
export const idempotencyKey = (header: string, method: string, path: string, body: object): IdempotencyKey => ({
  id: digest([header, method, decoded(path).replace(/\/$/, '')]),
  body: digest(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
});

const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');

/** Sorts all fields by name, because equal bodies may list them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, sorted(field)]) };
}

type Effect<T> = {
  /**
   * Makes the change. The action that `remember` returns must be part of the same transaction. If the outcome is not a new ID,
   * `entry` identifies this attempt, so that a change repeated after a failover can be found. Its audit entry has the same ID.
   */
  run: (remember: (outcome: string, entry?: string) => Action | undefined) => Promise<T>;
  /** Loads what the first request with this key changed. */
  replay: (outcome: string) => Promise<T>;
};

/**
 * Makes requests with the same key take effect once. Before it returns an error, it looks for an earlier success. Payments and
 * what else is recorded in an order keep their keys there instead: see `recordInOrder`.
 */
export async function runOnce<T>(
  partition: Partition,
  key: IdempotencyKey | undefined,
  { run, replay }: Effect<T>,
): Promise<{ value: T; replayed: boolean }> {
  if (!key) return { value: await run(() => undefined), replayed: false };
  const sk = `IDEM#${key.id}`;
  try {
    const remember = (outcome: string, entry?: string) =>
      createAction(partition, sk, { body: key.body, outcome, ...(entry && { entry }) });
    return { value: await run(remember), replayed: false };
  } catch (error) {
    const earlier = await find<{ body: string; outcome: string }>(partition, sk);
    if (!earlier) throw error;
    if (earlier.body === key.body) return { value: await replay(earlier.outcome), replayed: true };
    // An invalid request is rejected before a reused key.
    throw (error as ApiError).code === 'invalid_request' ? error : keyReused();
  }
}

export const keyReused = () =>
  new ApiError('idempotency_key_reused', 'This Idempotency-Key was already used with a different body. Use a new key.');
