import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { NewKey, NewOwnKey } from './inputs.ts';

export const testKey = () =>
  row({
    id: 'testKey',
    summary: 'Test API key',
    method: 'GET',
    path: '/v1/platform/auth/test',
    access: [],
  });

export const issueKey = () =>
  row({
    id: 'issueKey',
    summary: 'Issue a management key',
    method: 'POST',
    path: '/v1/platform/tenant/{id}/key/',
    status: 201,
    body: NewKey(),
    errors: ['too_many_keys'],
    idempotent: true,
    access: ['ConditionCheckItem', 'PutItem', 'Query'],
  });

export const getKeys = () =>
  row({
    id: 'getKeys',
    summary: 'Get all management keys',
    method: 'GET',
    path: '/v1/platform/tenant/{id}/key/',
    query: listQuery({}),
    access: ['Query'],
  });

export const revokeKey = () =>
  row({
    id: 'revokeKey',
    summary: 'Revoke a management key',
    method: 'DELETE',
    path: '/v1/platform/tenant/{id}/key/{key_id}',
    access: ['PutItem', 'UpdateItem'],
  });

export const getPlatformKeys = () =>
  row({
    id: 'getPlatformKeys',
    summary: 'Get all platform keys',
    method: 'GET',
    path: '/v1/platform/key/',
    query: listQuery({}),
    access: ['Query'],
  });

export const revokePlatformKey = () =>
  row({
    id: 'revokePlatformKey',
    summary: 'Revoke a platform key',
    method: 'DELETE',
    path: '/v1/platform/key/{key_id}',
    access: ['PutItem', 'revoke platform keys'],
  });

export const issueOwnKey = () =>
  row({
    id: 'issueOwnKey',
    summary: 'Issue a key',
    method: 'POST',
    path: '/v1/management/key/',
    status: 201,
    body: NewOwnKey(),
    errors: ['too_many_keys'],
    idempotent: true,
    access: ['ConditionCheckItem', 'GetItem', 'PutItem', 'Query'],
  });

export const getOwnKeys = () =>
  row({
    id: 'getOwnKeys',
    summary: 'Get all keys',
    method: 'GET',
    path: '/v1/management/key/',
    query: listQuery({}),
    access: ['Query'],
  });

export const revokeOwnKey = () =>
  row({
    id: 'revokeOwnKey',
    summary: 'Revoke a key',
    method: 'DELETE',
    path: '/v1/management/key/{key_id}',
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
