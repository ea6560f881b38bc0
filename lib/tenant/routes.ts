import * as z from 'zod/mini';
import { listQuery } from '../list.ts';
import type { Route } from '../route.ts';
import { country, currency, email, host, name, patch, phone, timezone } from '../values/fields.ts';
import { Tenant, tenantName } from './schema.ts';
import { Permissions } from './userSchema.ts';

const one = () => z.object({ tenant: Tenant });

export const getTenant = () =>
  ({
    id: 'getTenant',
    summary: 'Get tenant',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/tenant/{id}',
    status: 200,
    payload: one(),
    errors: ['not_found'],
    versioned: 'tenant',
  }) satisfies Route;

export const getTenants = () =>
  ({
    id: 'getTenants',
    summary: 'Get all tenants',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/tenant/',
    status: 200,
    query: listQuery({ subscribed: z.optional(Tenant.shape.subscribed), country: z.optional(country()) }),
    payload: z.object({ tenants: z.array(Tenant), next_cursor: z.nullable(z.string()) }),
    errors: [],
  }) satisfies Route;

export const createTenant = () =>
  ({
    id: 'createTenant',
    summary: 'Create tenant',
    caller: 'platform',
    method: 'POST',
    path: '/v1/platform/tenant/',
    status: 201,
    body: z.strictObject({
      name: tenantName(),
      country: country(),
      timezone: timezone(),
      currency: z.optional(currency()),
      owner: z.strictObject({ first_name: name(), last_name: name(), email: email(), phone: phone() }),
    }),
    payload: one(),
    errors: ['name_taken'],
    idempotent: true,
    versioned: 'tenant',
  }) satisfies Route;

export const updateTenant = () =>
  ({
    id: 'updateTenant',
    summary: 'Update tenant',
    caller: 'platform',
    method: 'PATCH',
    path: '/v1/platform/tenant/{id}',
    status: 200,
    body: patch({
      name: tenantName(),
      country: country(),
      timezone: timezone(),
      subscribed: Tenant.shape.subscribed,
      permissions: patch(Permissions.shape),
    }),
    payload: one(),
    errors: ['not_found', 'version_mismatch', 'name_taken'],
    versioned: 'tenant',
  }) satisfies Route;

export const setStoreFront = () =>
  ({
    id: 'setStoreFront',
    summary: 'Set store front',
    caller: 'platform',
    method: 'POST',
    path: '/platform/tenant/store-front',
    alias: '/v1/platform/tenant/store-front',
    status: 200,
    body: z.strictObject({ tenant: name(), front_end: Tenant.shape.front_end }),
    payload: one(),
    errors: ['not_found'],
    versioned: 'tenant',
  }) satisfies Route;

export const setStorePlan = () =>
  ({
    id: 'setStorePlan',
    summary: 'Set store plan',
    caller: 'platform',
    method: 'POST',
    path: '/platform/tenant/plan',
    alias: '/v1/platform/tenant/plan',
    status: 200,
    body: z.strictObject({ tenant: name(), override_plan: Tenant.shape.override_plan }),
    payload: one(),
    errors: ['not_found'],
    versioned: 'tenant',
  }) satisfies Route;

export const linkDomain = () =>
  ({
    id: 'linkDomain',
    summary: 'Domain name link',
    caller: 'platform',
    method: 'POST',
    path: '/platform/tenant/domain-link',
    alias: '/v1/platform/tenant/domain-link',
    status: 200,
    body: z.strictObject({ tenant: name(), host: host(), forward_www: z.optional(z.boolean()) }),
    payload: one(),
    errors: ['not_found', 'host_taken'],
    versioned: 'tenant',
  }) satisfies Route;

export const getOwnTenant = () =>
  ({
    id: 'getOwnTenant',
    summary: 'Get tenant',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/tenant',
    status: 200,
    payload: one(),
    errors: [],
    versioned: 'tenant',
  }) satisfies Route;
