import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { addressInput } from '../values/address.ts';
import { email, maybe, patch, phone, webUrl } from '../values/fields.ts';
import { Legal } from './schema.ts';

const one = () => z.object({ legal: Legal });

export const getLegal = () =>
  ({
    id: 'getLegal',
    summary: 'Get legal information',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/settings/legal',
    status: 200,
    payload: one(),
    errors: [],
  }) satisfies Route;

export const updateLegal = () =>
  ({
    id: 'updateLegal',
    summary: 'Update legal information',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/settings/legal',
    status: 200,
    body: patch({
      company_name: maybe(),
      legal_form: maybe(),
      address: z.nullable(addressInput()),
      registration_number: maybe(),
      vat_id: maybe(),
      representative: maybe(),
      email: z.nullable(email()),
      phone: z.nullable(phone()),
      terms_url: z.nullable(webUrl()),
      privacy_url: z.nullable(webUrl()),
    }),
    payload: one(),
    errors: [],
  }) satisfies Route;
