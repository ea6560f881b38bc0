import { days } from '../../../../lib/availability/inputs.ts';

export const OverrideAvailability = {
  available: 'True or false overrides the automatic state. Null removes the override.',
  until: 'When the override ends. Without it, the override stays until it is removed.',
};

export const OverrideAvailabilityQuery = {
  available: 'The same as `available` in the body.',
  until: 'The same as `until` in the body.',
};

const dayFields = days.flatMap((day): [string, string][] => [
  [day, 'The opening hours on this day. The store is closed if they are missing or empty.'],
  [`${day}.from`, "When the store opens, in the tenant's time zone."],
  [`${day}.to`, 'When the store closes. If this is not after `from`, it is on the next day.'],
]);
const inDays = (path: string) => Object.fromEntries(dayFields.map(([name, description]) => [`${path}${name}`, description]));

export const OpeningDays = inDays('');

export const OpeningHours = { days: 'The opening hours of each day.' };

export const PutOpeningHours = {
  opening_hours: 'The opening hours. Null means that the store is always open.',
  'opening_hours.days': 'The opening hours of each day.',
  ...inDays('opening_hours.days.'),
  days: 'Shorthand for `opening_hours.days`.',
  ...inDays('days.'),
};

export const UpdateLegal = {
  company_name: 'The full name of the company.',
  legal_form: 'The legal form, such as GmbH.',
  address: 'The registered address.',
  registration_number: 'The number in the company register.',
  vat_id: 'The VAT identification number.',
  representative: 'The legal representative.',
  email: 'The e-mail address.',
  phone: 'The telephone number.',
  terms_url: 'The URL of the terms and conditions.',
  privacy_url: 'The URL of the privacy policy.',
};

export const ChangeWebhook = {
  url: 'The public `https` URL to call. Null removes it.',
};

export const GetDeliveriesQuery = {
  state: 'Only deliveries in this state.',
  order: 'Only the delivery of the order with this number.',
};

export const RedeliverAll = {
  state: 'Which deliveries to restart.',
  since: 'Only deliveries of orders placed at or after this time.',
  cursor: 'The `next_cursor` of the previous request. Send it with the same `state`.',
};

export const ConfirmOrderAnswer = {
  authorized: "Sets the order's `authorized`, unless someone has set it since the order was placed.",
};
