import { expect, test } from '@jest/globals';
import { invalidRequest, rateLimited, statusOf, unavailable } from '../../../lib/api/errors.ts';

test('each code has its status', () => {
  const others = {
    ...{ invalid_request: 400, unauthorized: 401, insufficient_scope: 403, tenant_suspended: 403, not_found: 404 },
    ...{ method_not_allowed: 405, version_mismatch: 412, already_exists: 412, payload_too_large: 413 },
    ...{ unsupported_media_type: 415, idempotency_key_reused: 422, rate_limited: 429 },
    ...{ internal_error: 500, temporarily_unavailable: 503 },
  };
  expect(statusOf).toEqual({ ...Object.fromEntries(Object.keys(statusOf).map((code) => [code, 409])), ...others });
});

test('an invalid request begins with its first error, and lists at most a hundred', () => {
  const errors = Array.from({ length: 101 }, (_, i) => ({ field: `f${i}`, message: 'is wrong' }));
  const messageOf = (count: number) => invalidRequest(errors.slice(0, count)).message;
  expect([1, 2, 101].map(messageOf)).toEqual([
    'f0: is wrong',
    'f0: is wrong (and 1 more; errors lists up to 100)',
    'f0: is wrong (and 100 more; errors lists up to 100)',
  ]);
  expect(invalidRequest(errors).details).toEqual({ errors: errors.slice(0, 100) });
});

test('a rate limit says when to try again', () => {
  expect([1, 2].map((seconds) => rateLimited('Too fast.', seconds))).toMatchObject([
    { message: 'Too fast. Try again in 1 second.', headers: { 'Retry-After': '1' } },
    { message: 'Too fast. Try again in 2 seconds.', headers: { 'Retry-After': '2' } },
  ]);
});

test('a 503 keeps its cause for the log', () => {
  const cause = new Error('throttled');
  expect(unavailable(cause).cause).toBe(cause);
});
