import { type ErrorCode, statusOf } from '../../lib/errors.ts';

export type Entry = {
  meaning: string;
  mend: string;
  retry: 'no' | 'yes' | 'after a change';
  /** What such an answer says besides, by an example. */
  details?: object;
};

/** What each code means to who gets it. A code that is missing here does not compile. */
export const catalogue: Record<ErrorCode, Entry> = {
  invalid_request: {
    meaning: 'Something that was sent is not as it must be; `errors` names each field and its fault.',
    mend: 'Correct the fields named.',
    retry: 'after a change',
    details: { errors: [{ field: 'lines[0].quantity', message: 'must be at least 1' }] },
  },
  unauthorized: {
    meaning: 'The X-API-KEY header is missing, or holds no key that opens this interface now.',
    mend: 'Send a valid key of the right kind: `sp_live_…` for the platform, `sm_live_…` for management.',
    retry: 'after a change',
  },
  not_found: {
    meaning: 'There is nothing at this path, or nothing of yours with this id.',
    mend: 'Check the path and the id.',
    retry: 'no',
  },
  method_not_allowed: {
    meaning: 'The path exists, but does not take this method.',
    mend: 'Use one of the methods in the `Allow` header.',
    retry: 'no',
  },
  name_taken: { meaning: 'Another tenant has this name.', mend: 'Choose another name.', retry: 'after a change' },
  host_taken: {
    meaning: 'The host, or its www form where it is forwarded, is linked to another tenant.',
    mend: 'Link another host there first, or choose another here.',
    retry: 'after a change',
  },
  owner_permissions: {
    meaning: "The owner's permissions are all true and stay so.",
    mend: 'Leave the permissions of the owner out.',
    retry: 'after a change',
  },
  store_unavailable: {
    meaning: 'The store takes no orders now; `reason` says why.',
    mend: 'Wait for the opening hours, or override the availability.',
    retry: 'yes',
    details: { reason: 'outside_opening_hours' },
  },
  insufficient_stock: {
    meaning: 'There are fewer units than are asked for; `stock` names each SKU and what is available.',
    mend: 'Ask for fewer, or add stock.',
    retry: 'after a change',
    details: { stock: [{ sku: 'TEA-GREEN', requested: 3, available: 2 }] },
  },
  order_cancelled: {
    meaning: 'A cancelled order takes no payments, and its shipments cannot leave `ready`.',
    mend: 'Set `cancelled` to false first.',
    retry: 'after a change',
  },
  order_settled: { meaning: 'Nothing is left to pay on this order.', mend: 'Nothing is to be done.', retry: 'no' },
  order_full: {
    meaning: 'The order holds as many payments, or as much transaction_data, as one can.',
    mend: 'Keep further data elsewhere; refunds still fit a little longer than payments.',
    retry: 'no',
  },
  order_not_authorized: {
    meaning: 'The state of a shipment can be set only on an authorized order; nothing of the request was applied.',
    mend: 'Authorize the order first.',
    retry: 'after a change',
  },
  payment_exceeds_balance: {
    meaning: 'The payment is more than is due; `max` is what can be paid.',
    mend: 'Pay at most `max`.',
    retry: 'after a change',
    details: { max: 11.3 },
  },
  refund_exceeds_paid: {
    meaning: 'The refund is more than was paid and not refunded yet; `max` is what can be refunded.',
    mend: 'Refund at most `max`.',
    retry: 'after a change',
    details: { max: 21.3 },
  },
  nothing_to_refund: {
    meaning: 'A refund without a total returns what was paid beyond what is due, and that is nothing.',
    mend: 'Name a negative total to refund part of a payment.',
    retry: 'after a change',
  },
  version_mismatch: {
    meaning: 'It has changed since the version in `If-Match`; nothing was changed now.',
    mend: 'Read it again and decide anew.',
    retry: 'after a change',
  },
  payload_too_large: { meaning: 'The body has more than 256 KB.', mend: 'Send less.', retry: 'after a change' },
  unsupported_media_type: {
    meaning: 'The body is declared as something other than JSON in UTF-8.',
    mend: 'Send `Content-Type: application/json`.',
    retry: 'after a change',
  },
  idempotency_key_reused: {
    meaning: 'The Idempotency-Key was sent before with another body.',
    mend: 'Use a new key for a new request.',
    retry: 'after a change',
  },
  rate_limited: {
    meaning: 'There are too many requests at once.',
    mend: 'Wait as long as `Retry-After` says, then send it again.',
    retry: 'yes',
  },
  internal_error: {
    meaning: 'Something went wrong on our side. Whether the request took effect is not known.',
    mend: 'Send it again, with the same Idempotency-Key where it takes one; of a change without one, look first whether it was made. If it stays, report the `request_id`.',
    retry: 'yes',
  },
  temporarily_unavailable: {
    meaning: 'The service is busy or a part of it is out of reach. Whether the request took effect is not known.',
    mend: 'Wait as long as `Retry-After` says, then send it again, with the same Idempotency-Key where it takes one; of a change without one, look first whether it was made.',
    retry: 'yes',
  },
};

/** The catalogue as a table in Markdown. */
export function catalogueTable(): string {
  const rows = (Object.keys(statusOf) as ErrorCode[]).map((code) => {
    const { meaning, mend, retry } = catalogue[code];
    return `| \`${code}\` | ${statusOf[code]} | ${meaning} | ${mend} | ${retry} |`;
  });
  return ['| code | status | meaning | what to do | retry |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
