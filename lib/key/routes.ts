import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { dateTime, given, name } from '../values/fields.ts';
import { Key } from './schema.ts';

export const testKey = () =>
  ({
    id: 'testKey',
    summary: 'Test API key',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/auth/test',
    status: 200,
    payload: z.strictObject({}),
    errors: [],
  }) satisfies Route;

export const issueKey = () =>
  ({
    id: 'issueKey',
    summary: 'Issue a management key',
    caller: 'platform',
    method: 'POST',
    path: '/v1/platform/tenant/{id}/key/',
    status: 201,
    body: z.strictObject({ label: given(name()), expires: given(dateTime()) }),
    payload: z.object({ key: Key, secret: z.nullable(z.string()) }),
    errors: ['not_found'],
    idempotent: true,
  }) satisfies Route;

export const getKeys = () =>
  ({
    id: 'getKeys',
    summary: 'Get all management keys',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/tenant/{id}/key/',
    status: 200,
    query: listQuery({}),
    payload: z.object({ keys: z.array(Key), next_cursor: z.nullable(z.string()) }),
    errors: ['not_found'],
  }) satisfies Route;

export const revokeKey = () =>
  ({
    id: 'revokeKey',
    summary: 'Revoke a management key',
    caller: 'platform',
    method: 'DELETE',
    path: '/v1/platform/tenant/{id}/key/{key_id}',
    status: 200,
    payload: z.object({ key: Key }),
    errors: ['not_found'],
  }) satisfies Route;
