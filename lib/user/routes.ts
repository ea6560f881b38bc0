import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { field } from '../values/documented.ts';
import { email, flag } from '../values/fields.ts';
import { NewUser, UserPatch } from './inputs.ts';
import { User, UserPage } from './schema.ts';

const userQuery = () =>
  listQuery({
    email: field(z.optional(email()), 'Only the user with this e-mail address. Not case-sensitive.'),
    active: field(flag(), 'Only active users, or only inactive ones.'),
  });

export const getUser = () =>
  defineRoute({
    id: 'getUser',
    summary: 'Get user',
    description: "Returns one of the tenant's users.",
    place: ['Management: users', 3],
    method: 'GET',
    path: '/v1/management/user/{id}',
    parameters: { id: 'The ID of the user.' },
    payload: z.object({ user: User }),
    returns: 'user',
    access: ['GetItem'],
  });

export const getUsers = () =>
  defineRoute({
    id: 'getUsers',
    summary: 'Get all users',
    description: 'Lists users, newest first.',
    place: ['Management: users', 1],
    method: 'GET',
    path: '/v1/management/user/',
    query: userQuery(),
    payload: UserPage,
    returns: 'users',
    access: ['Query'],
  });

export const getTenantUsers = () =>
  defineRoute({
    id: 'getTenantUsers',
    summary: 'Get users of tenant',
    description: 'Lists the users of a tenant, newest first. Each active one can become the owner.',
    place: ['Platform: tenants', 8],
    method: 'GET',
    path: '/v1/platform/tenant/{id}/user/',
    query: userQuery(),
    parameters: { id: 'The ID or name of the tenant.' },
    payload: UserPage,
    returns: 'users',
    access: ['GetItem', 'Query'],
  });

export const createUser = () =>
  defineRoute({
    id: 'createUser',
    summary: 'Create user',
    description: 'Permissions default to false. The e-mail address must be unique in the tenant.',
    place: ['Management: users', 2],
    method: 'POST',
    path: '/v1/management/user/',
    status: 201,
    body: NewUser(),
    errors: ['email_taken'],
    idempotent: true,
    payload: z.object({ user: User }),
    returns: 'user',
    creates: { path: '/user/{id}', id: 'user/id' },
    access: ['GetItem', 'PutItem'],
  });

export const updateUser = () =>
  defineRoute({
    id: 'updateUser',
    summary: 'Update user',
    description: 'Changes only the given fields. The owner cannot be deactivated or lose a permission.',
    place: ['Management: users', 4],
    method: 'PATCH',
    path: '/v1/management/user/{id}',
    body: UserPatch(),
    errors: ['owner_permissions', 'owner_required', 'email_taken'],
    parameters: { id: 'The ID of the user.' },
    payload: z.object({ user: User }),
    returns: 'user',
    access: ['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  });
