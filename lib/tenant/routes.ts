import * as z from 'zod/mini';
import { country, currency, email, name, phone, timezone } from '../fields.ts';
import type { Route } from '../route.ts';
import { Tenant, TenantName } from './schema.ts';

export const getTenant = () =>
  ({
    id: 'getTenant',
    summary: 'Get tenant',
    caller: 'platform',
    method: 'GET',
    path: '/v1/platform/tenant/{id}',
    status: 200,
    params: z.object({ id: z.string() }),
    payload: z.object({ tenant: Tenant }),
    refusals: ['not_found'],
    versioned: 'tenant',
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
      name: TenantName,
      country: country(),
      timezone: timezone(),
      currency: z.optional(currency()),
      owner: z.strictObject({ first_name: name(), last_name: name(), email: email(), phone: phone() }),
    }),
    payload: z.object({ tenant: Tenant }),
    refusals: ['name_taken'],
    idempotent: true,
    versioned: 'tenant',
  }) satisfies Route;
