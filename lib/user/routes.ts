import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { field } from '../values/documented.ts';
import { email, flag } from '../values/fields.ts';
import { NewUser, UserPatch } from './inputs.ts';

export const getUser = () =>
  row({
    id: 'getUser',
    summary: 'Get user',
    method: 'GET',
    path: '/v1/management/user/{id}',
    access: ['GetItem'],
  });

export const getUsers = () =>
  row({
    id: 'getUsers',
    summary: 'Get all users',
    method: 'GET',
    path: '/v1/management/user/',
    query: listQuery({
      email: field(z.optional(email()), 'Only the user with this e-mail address. Not case-sensitive.'),
      active: field(flag(), 'Only active users, or only inactive ones.'),
    }),
    access: ['Query'],
  });

export const createUser = () =>
  row({
    id: 'createUser',
    summary: 'Create user',
    method: 'POST',
    path: '/v1/management/user/',
    status: 201,
    body: NewUser(),
    errors: ['email_taken'],
    idempotent: true,
    access: ['GetItem', 'PutItem'],
  });

export const updateUser = () =>
  row({
    id: 'updateUser',
    summary: 'Update user',
    method: 'PATCH',
    path: '/v1/management/user/{id}',
    body: UserPatch(),
    errors: ['owner_permissions', 'owner_required', 'email_taken'],
    access: ['BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
  });
