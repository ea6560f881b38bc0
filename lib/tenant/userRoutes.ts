import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { email, name, patch, phone } from '../values/fields.ts';
import { Permissions, User } from './userSchema.ts';

const one = () => z.object({ user: User });

export const getUser = () =>
  ({
    id: 'getUser',
    summary: 'Get user',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/user/{id}',
    status: 200,
    payload: one(),
    errors: ['not_found'],
  }) satisfies Route;

export const getUsers = () =>
  ({
    id: 'getUsers',
    summary: 'Get all users',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/user/',
    status: 200,
    query: listQuery({}),
    payload: z.object({ users: z.array(User), next_cursor: z.nullable(z.string()) }),
    errors: [],
  }) satisfies Route;

export const createUser = () =>
  ({
    id: 'createUser',
    summary: 'Create user',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/user/',
    status: 201,
    body: z.strictObject({
      first_name: name(),
      last_name: name(),
      email: email(),
      phone: phone(),
      permissions: z.optional(z.partial(Permissions)),
    }),
    payload: one(),
    errors: [],
    idempotent: true,
  }) satisfies Route;

export const updateUser = () =>
  ({
    id: 'updateUser',
    summary: 'Update user',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/user/{id}',
    status: 200,
    body: patch({ first_name: name(), last_name: name(), phone: phone(), permissions: patch(Permissions.shape) }),
    payload: one(),
    errors: ['not_found', 'owner_permissions'],
  }) satisfies Route;
