import { createHash } from 'node:crypto';
import { type Action, create } from './db/action.ts';
import type { Scope } from './db/key.ts';
import { find } from './db/read.ts';
import { ConditionFailed } from './db/writeErrors.ts';
import { ApiError } from './errors.ts';

/** What a repeated request is known by, and what it must be equal to. */
export type IdempotencyKey = { id: string; body: string };

export const isIdempotencyKey = (header: string) => /^[\x21-\x7e]{1,255}$/.test(header);

export const malformedKey = 'must be 1 to 255 visible ASCII characters';

/** The trailing slash makes no other path. */
export const idempotencyKey = (header: string, method: string, path: string, body: unknown): IdempotencyKey => ({
  id: digest([header, method, path.replace(/\/$/, '')]),
  body: digest(body),
});

const digest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)) ?? '')
    .digest('base64url');

/** The same value with its fields in alphabetical order, since equal bodies may be written in any. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, sorted(field)]) };
}

type Once<T> = { value: T; replayed: boolean };
type Effect<T> = {
  /** Takes effect; what `remember` gives for the outcome belongs into the same transaction. */
  run: (remember: (outcome: string) => Action | undefined) => Promise<T>;
  /** Finds what an earlier request with this key made. */
  replay: (outcome: string) => Promise<T>;
};

/** Gives a keyed request one effect: a repeat finds what the first one made, and no refusal comes before that look. */
export async function once<T>(scope: Scope, key: IdempotencyKey | undefined, { run, replay }: Effect<T>): Promise<Once<T>> {
  if (!key) return { value: await run(() => undefined), replayed: false };
  const sk = `IDEM#${key.id}`;
  try {
    return { value: await run((outcome) => create(scope, sk, { body: key.body, outcome })), replayed: false };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConditionFailed)) throw error;
    const earlier = await find<{ body: string; outcome: string }>(scope, sk);
    if (!earlier) throw error;
    if (earlier.body === key.body) return { value: await replay(earlier.outcome), replayed: true };
    throw reused();
  }
}

export const reused = () =>
  new ApiError('idempotency_key_reused', 'This Idempotency-Key was sent before with another body. Use a new key.');
