import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { defineRoute } from '../api/route.ts';
import { field, nextCursor } from '../values/documented.ts';
import { country, singleLine } from '../values/fields.ts';
import { DomainLink, NewTenant, StoreFront, StorePlan, subscriptions, TenantPatch } from './inputs.ts';
import { Tenant } from './schema.ts';

export const getTenant = () =>
  defineRoute({
    id: 'getTenant',
    summary: 'Get tenant',
    description: 'Returns one tenant, by ID or name.',
    place: ['Platform: tenants', 3],
    method: 'GET',
    path: '/v1/platform/tenant/{id}',
    versioned: 'tenant',
    parameters: { id: 'The ID or name of the tenant.' },
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: [],
  });

export const getTenants = () =>
  defineRoute({
    id: 'getTenants',
    summary: 'Get all tenants',
    description: 'Lists tenants, newest first. A new tenant may take a second to appear.',
    place: ['Platform: tenants', 1],
    method: 'GET',
    path: '/v1/platform/tenant/',
    query: listQuery({
      subscribed: field(
        z.optional(z.enum(subscriptions)),
        'Only tenants whose subscription is active, or only those whose subscription has expired.',
      ),
      country: field(z.optional(country()), 'Only tenants in this country.'),
      q: field(
        z.optional(singleLine(254)),
        'Only tenants whose name starts with this text, or whose store has exactly this host.',
      ),
    }),
    payload: z.object({ tenants: field(z.array(Tenant), 'The tenants, newest first.'), next_cursor: nextCursor }),
    returns: 'tenants',
    access: ['Query listed'],
  });

export const createTenant = () =>
  defineRoute({
    id: 'createTenant',
    summary: 'Create tenant',
    description: 'Creates a store account and its owner. The name must be free.',
    place: ['Platform: tenants', 2],
    method: 'POST',
    path: '/v1/platform/tenant/',
    status: 201,
    body: NewTenant(),
    errors: ['name_taken'],
    idempotent: true,
    versioned: 'tenant',
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    creates: { path: '/tenant/{id}', id: 'tenant/id' },
    access: ['PutItem'],
  });

export const updateTenant = () =>
  defineRoute({
    id: 'updateTenant',
    summary: 'Update tenant',
    description:
      'Changes only the given fields. After a rename, the old name is available at once. A new owner must be an active user of the tenant. During a suspension, the operations of the platform interface keep working.',
    place: ['Platform: tenants', 4],
    method: 'PATCH',
    path: '/v1/platform/tenant/{id}',
    body: TenantPatch(),
    errors: ['name_taken', 'owner_inactive'],
    ifMatch: true,
    versioned: 'tenant',
    parameters: { id: 'The ID or name of the tenant.' },
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: ['BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
  });

export const setStoreFront = () =>
  defineRoute({
    id: 'setStoreFront',
    summary: 'Set store front',
    description: 'Selects the store front. Setting the current one again changes nothing.',
    place: ['Platform: tenants', 5],
    method: 'POST',
    path: '/platform/tenant/store-front',
    alias: '/v1/platform/tenant/store-front',
    body: StoreFront(),
    errors: ['not_found'],
    ifMatch: true,
    versioned: 'tenant',
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: ['PutItem', 'UpdateItem'],
  });

export const setStorePlan = () =>
  defineRoute({
    id: 'setStorePlan',
    summary: 'Set store plan',
    description:
      "Overrides the subscribed plan, and sets the store's quota of management requests. Null removes the override. Setting the current plan again changes nothing.",
    place: ['Platform: tenants', 6],
    method: 'POST',
    path: '/platform/tenant/plan',
    alias: '/v1/platform/tenant/plan',
    body: StorePlan(),
    errors: ['not_found'],
    ifMatch: true,
    versioned: 'tenant',
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: ['PutItem', 'UpdateItem'],
  });

export const linkDomain = () =>
  defineRoute({
    id: 'linkDomain',
    summary: 'Link a domain name',
    description:
      'Links a host name to the store, with its `www.` form if that is forwarded. A host belongs to one tenant at a time. Linking another host frees the previous one. Null unlinks the current host.',
    place: ['Platform: tenants', 7],
    method: 'POST',
    path: '/platform/tenant/domain-link',
    alias: '/v1/platform/tenant/domain-link',
    body: DomainLink(),
    errors: ['not_found', 'host_taken'],
    ifMatch: true,
    versioned: 'tenant',
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: ['DeleteItem', 'PutItem', 'UpdateItem'],
  });

export const getOwnTenant = () =>
  defineRoute({
    id: 'getOwnTenant',
    summary: 'Get tenant',
    description: 'Returns the tenant that the key belongs to.',
    place: ['Management: tenant', 1],
    method: 'GET',
    path: '/v1/management/tenant',
    versioned: 'tenant',
    payload: z.object({ tenant: Tenant }),
    returns: 'tenant',
    access: ['GetItem'],
  });
