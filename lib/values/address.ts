import * as z from 'zod/mini';
import { field, named } from './documented.ts';
import { contactPhone, country, name } from './fields.ts';
import { optional, withNulls } from './optional.ts';

/** An address in a response: all fields are present; missing values are null. */
export const Address = named(
  z.object({
    name: field(z.nullable(z.string()), "The recipient's name."),
    company: field(z.nullable(z.string()), 'The company.'),
    line1: field(z.nullable(z.string()), 'The street and house number.'),
    line2: field(z.nullable(z.string()), 'A second address line.'),
    city: field(z.nullable(z.string()), 'The city.'),
    region: field(z.nullable(z.string()), 'The state, province or region.'),
    postal_code: field(z.nullable(z.string()), 'The postal code.'),
    country: field(z.nullable(z.string()), 'The ISO 3166-1 alpha-2 code of the country.'),
    phone: field(z.nullable(z.string()), 'The telephone number: digits, with or without a leading `+`.'),
  }),
  'Address',
  'A postal address. Missing fields are null.',
);
export type Address = z.infer<typeof Address>;

export const addressInput = () =>
  named(
    z.strictObject({
      name: field(optional(name()), "The recipient's name."),
      company: field(optional(name()), 'The company.'),
      line1: field(optional(name()), 'The street and house number.'),
      line2: field(optional(name()), 'A second address line.'),
      city: field(optional(name()), 'The city.'),
      region: field(optional(name()), 'The state, province or region.'),
      postal_code: field(optional(name()), 'The postal code.'),
      country: field(optional(country()), 'The country.'),
      phone: field(optional(contactPhone()), 'The telephone number.'),
    }),
    'AddressInput',
    'A postal address.',
  );

export const wholeAddress = (sent: Partial<Record<keyof Address, string | null | undefined>>): Address =>
  withNulls(['name', 'company', 'line1', 'line2', 'city', 'region', 'postal_code', 'country', 'phone'], sent);
