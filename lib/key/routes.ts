import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { field, nextCursor } from '../values/documented.ts';
import { NewKey, NewOwnKey, NewStaffKey } from './inputs.ts';
import { IssuedKey, Key, KeyOwn, KeyPage, PlatformKey } from './schema.ts';

export const testKey = () =>
  defineRoute({
    id: 'testKey',
    summary: 'Test API key',
    description: 'Returns 200 if the platform key is valid, otherwise 401.',
    place: ['Platform: keys', 1],
    method: 'GET',
    path: '/v1/platform/auth/test',
    payload: z.object({}),
    access: [],
  });

export const issueKey = () =>
  defineRoute({
    id: 'issueKey',
    summary: 'Issue a management key',
    description:
      'Returns the key itself in `secret`. It is shown only once and not stored. A replay with the same Idempotency-Key returns null as `secret`.',
    place: ['Platform: management keys', 2],
    method: 'POST',
    path: '/v1/platform/tenant/{id}/key/',
    status: 201,
    body: NewKey(),
    idempotent: true,
    parameters: { id: 'The ID or name of the tenant.' },
    payload: IssuedKey,
    creates: { path: '/tenant/{id}/key/{key_id}', id: 'key/id' },
    access: ['ConditionCheckItem', 'PutItem'],
  });

export const getKeys = () =>
  defineRoute({
    id: 'getKeys',
    summary: 'Get all management keys',
    description:
      'Lists the keys, newest first. Revoked keys stay listed, with the time in `revoked`; staff keys until 30 days after they expire.',
    place: ['Platform: management keys', 1],
    method: 'GET',
    path: '/v1/platform/tenant/{id}/key/',
    query: listQuery({}),
    parameters: { id: 'The ID or name of the tenant.' },
    payload: KeyPage,
    returns: 'keys',
    access: ['BatchGetItem', 'Query'],
  });

export const revokeKey = () =>
  defineRoute({
    id: 'revokeKey',
    summary: 'Revoke a management key',
    description: 'The key stops working everywhere within 30 seconds.',
    place: ['Platform: management keys', 3],
    method: 'DELETE',
    path: '/v1/platform/tenant/{id}/key/{key_id}',
    parameters: { id: 'The ID or name of the tenant.', key_id: 'The ID of the key.' },
    payload: z.object({ key: Key }),
    returns: 'key',
    access: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem'],
  });

export const getPlatformKeys = () =>
  defineRoute({
    id: 'getPlatformKeys',
    summary: 'Get all platform keys',
    description:
      'Lists the platform keys, sorted by label. Revoked keys stay listed, with the time in `revoked`. A key issued for less than a day leaves the list 30 days after it expires.',
    place: ['Platform: keys', 2],
    method: 'GET',
    path: '/v1/platform/key/',
    query: listQuery({}),
    payload: z.object({
      keys: field(z.array(PlatformKey), 'The platform keys, sorted by label, including revoked ones.'),
      next_cursor: nextCursor,
    }),
    returns: 'keys',
    access: ['Query'],
  });

export const revokePlatformKey = () =>
  defineRoute({
    id: 'revokePlatformKey',
    summary: 'Revoke a platform key',
    description: 'The key stops working everywhere within 30 seconds. A key can revoke itself.',
    place: ['Platform: keys', 3],
    method: 'DELETE',
    path: '/v1/platform/key/{key_id}',
    parameters: { key_id: 'The ID of the key.' },
    payload: z.object({ key: PlatformKey }),
    returns: 'key',
    access: ['ConditionCheckItem', 'PutItem', 'revoke platform keys'],
  });

export const issueOwnKey = () =>
  defineRoute({
    id: 'issueOwnKey',
    summary: 'Issue a key',
    description:
      'Issues a key that has at most the scopes of your own key and expires no later than your own key. By default, it has the same scopes and expiry. `secret` is shown only once and not stored. A replay with the same Idempotency-Key returns null as `secret`.',
    place: ['Management: keys', 2],
    method: 'POST',
    path: '/v1/management/key/',
    status: 201,
    body: NewOwnKey(),
    errors: ['too_many_keys'],
    idempotent: true,
    payload: IssuedKey,
    creates: { path: '/management/key/{key_id}', id: 'key/id' },
    access: ['ConditionCheckItem', 'GetItem', 'PutItem', 'Query'],
  });

export const issueStaffKey = () =>
  defineRoute({
    id: 'issueStaffKey',
    summary: 'Issue a staff key',
    description:
      "Issues a key for one user. On each request, its scopes are those that the user's permissions give, limited to those that the issuing key had; a change of the permissions takes effect within 30 seconds. It does not work while the user is inactive. The order history and the audit log name the user as the actor, so writes with this key cannot have `X-Actor`. Your own key needs every scope that the user's permissions give. Staff keys do not count towards the limit of keys, and are listed until 30 days after they expire. A replay with the same Idempotency-Key returns null as `secret`.",
    place: ['Management: users', 5],
    method: 'POST',
    path: '/v1/management/user/{id}/key/',
    status: 201,
    body: NewStaffKey(),
    errors: ['user_inactive'],
    idempotent: true,
    parameters: { id: 'The ID of the user.' },
    payload: IssuedKey,
    creates: { path: '/management/key/{key_id}', id: 'key/id' },
    access: ['ConditionCheckItem', 'GetItem', 'PutItem'],
  });

export const getOwnKey = () =>
  defineRoute({
    id: 'getOwnKey',
    summary: 'Get your own key',
    description:
      'Returns the key that the request was sent with, its user if it is a staff key, and its tenant. Needs no scope.',
    place: ['Management: keys', 4],
    method: 'GET',
    path: '/v1/management/key/own',
    scope: undefined,
    payload: KeyOwn,
    access: [],
  });

export const getOwnKeys = () =>
  defineRoute({
    id: 'getOwnKeys',
    summary: 'Get all keys',
    description:
      'Lists the keys, newest first. Revoked keys stay listed, with the time in `revoked`; staff keys until 30 days after they expire.',
    place: ['Management: keys', 1],
    method: 'GET',
    path: '/v1/management/key/',
    query: listQuery({}),
    payload: KeyPage,
    returns: 'keys',
    access: ['Query'],
  });

export const revokeOwnKey = () =>
  defineRoute({
    id: 'revokeOwnKey',
    summary: 'Revoke a key',
    description:
      'The key stops working everywhere within 30 seconds. A key can revoke itself. Keys that it issued keep working.',
    place: ['Management: keys', 3],
    method: 'DELETE',
    path: '/v1/management/key/{key_id}',
    parameters: { key_id: 'The ID of the key.' },
    payload: z.object({ key: Key }),
    returns: 'key',
    access: ['ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'],
  });
