/** Why a call to a receiver failed, besides a status other than 2xx. The guide on webhooks explains each. */
export const problems = [
  'address_not_public',
  'name_not_found',
  'connect_timeout',
  'connection_failed',
  'tls_failed',
  'timeout',
  'secret_unreadable',
  'no_url',
  'answer_has_no_rates',
] as const;

export type Problem = (typeof problems)[number] | `status_${number}`;
