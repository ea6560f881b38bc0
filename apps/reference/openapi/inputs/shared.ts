/** Every list takes these. */
export const ListQuery = {
  cursor: 'The `next_cursor` of the previous page. It can be combined only with `limit`.',
  limit: {
    description: 'The maximum number of items on a page. A page may have fewer.',
    type: 'integer',
    minimum: 1,
    maximum: 1000,
  },
};

export const AddressInput = {
  name: "The recipient's name.",
  company: 'The company.',
  line1: 'The street and house number.',
  line2: 'A second address line.',
  city: 'The city.',
  region: 'The state, province or region.',
  postal_code: 'The postal code.',
  country: 'The country.',
  phone: 'The telephone number.',
};

/** The response and request schemas of an address are deployed together. */
export const Address = {
  ...AddressInput,
  country: 'The ISO 3166-1 alpha-2 code of the country.',
  phone: 'The telephone number in E.164 format.',
};
