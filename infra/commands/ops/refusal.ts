import type { StoreError } from '../../../lib/client/client.ts';

/** All that a refusal tells, in one line. */
export function refusalLine({ message, errors, code, requestId, uncertain }: StoreError): string {
  const faults = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  const request = requestId ? `, request ${requestId}` : '';
  const doubt = uncertain ? ' It may have taken effect all the same: look before you repeat it.' : '';
  return `${faults || message} (${code}${request})${doubt}`;
}
