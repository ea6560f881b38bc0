import * as z from 'zod/mini';
import { listQuery } from '../api/list.ts';
import { row } from '../api/route.ts';
import { field } from '../values/documented.ts';
import { country, singleLine } from '../values/fields.ts';
import { DomainLink, NewTenant, StoreFront, StorePlan, subscriptions, TenantPatch } from './inputs.ts';

export const getTenant = () =>
  row({
    id: 'getTenant',
    summary: 'Get tenant',
    method: 'GET',
    path: '/v1/platform/tenant/{id}',
    versioned: 'tenant',
    access: [],
  });

export const getTenants = () =>
  row({
    id: 'getTenants',
    summary: 'Get all tenants',
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
    access: ['Query listed'],
  });

export const createTenant = () =>
  row({
    id: 'createTenant',
    summary: 'Create tenant',
    method: 'POST',
    path: '/v1/platform/tenant/',
    status: 201,
    body: NewTenant(),
    errors: ['name_taken'],
    idempotent: true,
    versioned: 'tenant',
    access: ['ConditionCheckItem', 'PutItem'],
  });

export const updateTenant = () =>
  row({
    id: 'updateTenant',
    summary: 'Update tenant',
    method: 'PATCH',
    path: '/v1/platform/tenant/{id}',
    body: TenantPatch(),
    errors: ['name_taken', 'owner_inactive'],
    versioned: 'tenant',
    access: ['DeleteItem', 'PutItem', 'UpdateItem'],
  });

export const setStoreFront = () =>
  row({
    id: 'setStoreFront',
    summary: 'Set store front',
    method: 'POST',
    path: '/platform/tenant/store-front',
    alias: '/v1/platform/tenant/store-front',
    body: StoreFront(),
    errors: ['not_found'],
    versioned: 'tenant',
    access: ['PutItem', 'UpdateItem'],
  });

export const setStorePlan = () =>
  row({
    id: 'setStorePlan',
    summary: 'Set store plan',
    method: 'POST',
    path: '/platform/tenant/plan',
    alias: '/v1/platform/tenant/plan',
    body: StorePlan(),
    errors: ['not_found'],
    versioned: 'tenant',
    access: ['PutItem', 'UpdateItem'],
  });

export const linkDomain = () =>
  row({
    id: 'linkDomain',
    summary: 'Domain name link',
    method: 'POST',
    path: '/platform/tenant/domain-link',
    alias: '/v1/platform/tenant/domain-link',
    body: DomainLink(),
    errors: ['not_found', 'host_taken'],
    versioned: 'tenant',
    access: ['DeleteItem', 'PutItem', 'UpdateItem'],
  });

export const getOwnTenant = () =>
  row({
    id: 'getOwnTenant',
    summary: 'Get tenant',
    method: 'GET',
    path: '/v1/management/tenant',
    versioned: 'tenant',
    access: ['GetItem'],
  });
