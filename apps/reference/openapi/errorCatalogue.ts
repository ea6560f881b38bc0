import { maxBodyBytes } from '../../../lib/api/body.ts';
import { type ErrorCode, hint, maxErrors, statusOf } from '../../../lib/api/errors.ts';
import { maxActiveKeys } from '../../../lib/key/inputs.ts';
import { maxFollowers } from '../../../lib/webhook/limits.ts';

export type Entry = {
  meaning: string;
  fix: string;
  retry: 'no' | 'yes' | 'after a change';
  /** An example of the error's additional fields. */
  details?: object;
};

/** Every error code. */
export const codes = Object.keys(statusOf) as ErrorCode[];

const checkFirst =
  'Use the same Idempotency-Key if the operation accepts one. Otherwise, check first whether the change was made.';

/** Where an entry does not say otherwise, a retry needs a change. */
const entries: Record<ErrorCode, Omit<Entry, 'retry'> & Partial<Entry>> = {
  invalid_request: {
    meaning: `The request is invalid. If fields are invalid, \`errors\` lists up to ${maxErrors} of them and what is wrong with each.`,
    fix: 'Fix the listed fields: each message says what the field must be. Without `errors`, the description says what to fix.',
    details: { errors: [{ field: 'lines[0].quantity', message: 'must be at least 1' }] },
  },
  unauthorized: {
    meaning: 'The `X-API-KEY` header is missing, or its key is not valid for this interface.',
    fix: 'Send a valid key of the right kind: `sp_live_…` for the platform interface, `sm_live_…` for the management interface. A staff key also stops working when its user is deactivated.',
    details: { hint },
  },
  insufficient_scope: {
    meaning:
      'The key is valid, but lacks the scope named in `required`. A staff key also gets this error if it tries to issue a key that is not a staff key.',
    fix: 'Use a key with all scopes that the operation needs, or issue one. Only a key that belongs to no user can issue keys other than staff keys.',
    details: { required: 'orders:write' },
  },
  tenant_suspended: {
    meaning:
      'The operator has suspended this store. Its keys do not work, except that keys issued during the suspension can read. Its webhooks wait.',
    fix: 'Ask the operator to end the suspension. The keys then work again.',
  },
  not_found: {
    meaning: 'The path does not exist, or nothing has this ID, number, SKU or name.',
    fix: 'Check the path and what it names.',
    retry: 'no',
  },
  method_not_allowed: {
    meaning: 'The path does not support this method.',
    fix: 'Use a method listed in the `Allow` header.',
    retry: 'no',
  },
  name_taken: { meaning: 'Another tenant uses this name.', fix: 'Choose another name.' },
  host_taken: {
    meaning: 'The host, or its forwarded `www.` form, is linked to another tenant.',
    fix: 'Choose another host, or link another host to that tenant first.',
  },
  owner_permissions: {
    meaning: 'The owner always has all permissions.',
    fix: 'Leave `permissions` out of the request.',
  },
  too_many_keys: {
    meaning: 'The tenant has reached its limit of active keys. Staff keys do not count. `max` is the limit.',
    fix: 'Revoke a key that is no longer used. Revoking staff keys does not help.',
    details: { max: maxActiveKeys },
  },
  too_many_webhooks: {
    meaning: `The store has ${maxFollowers} webhooks that follow its orders, which is the limit.`,
    fix: 'Remove one that is no longer used by setting its `url` to null.',
    details: { max: maxFollowers },
  },
  owner_required: {
    meaning: 'The owner of a tenant cannot be deactivated.',
    fix: 'Ask the operator to make another user the owner first.',
  },
  owner_inactive: {
    meaning: 'The user chosen as owner is inactive.',
    fix: 'Activate the user first, or choose another one.',
  },
  user_inactive: {
    meaning: 'The user is inactive, so no key can be issued for them.',
    fix: 'Activate the user first.',
  },
  email_taken: {
    meaning: 'Another user of the tenant has this e-mail address. Addresses are not case-sensitive.',
    fix: "Use another address, or change that user's address first.",
  },
  store_unavailable: {
    meaning: 'The store is not accepting orders at the moment. `reason` says why.',
    fix: 'Wait until the store opens. If its subscription has expired, ask the operator to renew it. In both cases, you can override the availability instead. If `reason` is `override`, the store was closed manually: remove the override.',
    retry: 'yes',
    details: { reason: 'outside_opening_hours' },
  },
  insufficient_stock: {
    meaning:
      'There is not enough stock. `stock` lists each SKU that is short, with its requested and available units. If you sent `counted`, these are the reserved and the counted units. If you placed or reopened an order, `errors` names its lines.',
    fix: 'Reduce the quantity, or add stock. To reopen an order, add stock first. If you counted fewer units than orders have reserved, count again, or cancel orders with `restock` first.',
    details: { stock: [{ sku: 'TEA-GREEN', requested: 3, available: 2 }] },
  },
  product_archived: {
    meaning: 'The order contains archived products. `errors` names each one.',
    fix: 'Remove the products from the order, or set `archived` to false.',
    details: { errors: [{ field: 'lines[0].sku', message: 'TEA-GREEN is archived' }] },
  },
  order_cancelled: {
    meaning:
      'The order is cancelled. It accepts no payments and no credits, no part of it can be cancelled, and its shipments cannot leave `ready`.',
    fix: 'Set `cancelled` to false first. To return money, refund without `credit` and `lines`.',
  },
  order_settled: {
    meaning: 'The order has nothing left to pay.',
    fix: 'No payment is needed. To return money, send `method: "refund"` with a negative `total`.',
    retry: 'no',
  },
  order_full: {
    meaning:
      'The order has reached its limit on payments, credits, cancelled parts, refunded lines, shipments, returns, `transaction_data` or total size.',
    fix: 'The description names the limit that was reached. Send less data, or record fewer and larger entries. Refunds have a slightly higher limit than payments.',
  },
  order_shipped: {
    meaning: 'All shipments have left, so the shipping address cannot be changed.',
    fix: 'If a shipment was marked as shipped by mistake, set it back to `ready`.',
  },
  order_not_authorized: {
    meaning: 'The order is not authorized, so the state of its shipments cannot change. Nothing in the request was applied.',
    fix: 'Authorize the order first.',
  },
  shipment_sent: {
    meaning: 'The shipment is no longer `ready`, so it cannot be split.',
    fix: 'Split a shipment that is `ready`. If it has not left, set it back to `ready` first.',
  },
  shipment_exceeded: {
    meaning: 'The split would move too many units of a product. `max` is the limit for the first such product.',
    fix: 'Move at most `max` units, or leave the product out if `max` is 0. At least one unit must stay in the shipment.',
    details: { max: 1 },
  },
  shipment_ready: {
    meaning: 'The shipment has not left yet, so nothing can be returned.',
    fix: 'To release some of its units, cancel that part of the order. To release all, cancel the order with `restock`.',
  },
  shipment_returned: {
    meaning: 'Units of this shipment were returned, so its state cannot be set back to `ready`.',
    fix: 'To send the goods again, place a new order.',
    retry: 'no',
  },
  return_exceeds_sent: {
    meaning: 'The return has more units of a product than can still come back. `max` is the limit for the first such product.',
    fix: 'Return at most `max` units. If `max` is 0, leave the product out.',
    details: { max: 1 },
  },
  payment_exceeds_balance: {
    meaning: 'The payment exceeds the balance. `max` is the most that can be paid.',
    fix: 'Pay at most `max`.',
    details: { max: 11.3 },
  },
  refund_exceeds_lines: {
    meaning: 'A refund or credit includes more units of a line than remain. `max` is the number left on the first such line.',
    fix: 'Send at most `max` units. If `max` is 0, leave the line out.',
    details: { max: 1 },
  },
  refund_exceeds_payment: {
    meaning: 'The refund exceeds what is left of the payment that it names. `max` is what is left.',
    fix: 'Refund at most `max`, and no more than is left to refund of the order. If more was paid with other payments, refund the rest from them.',
    details: { max: 10 },
  },
  refund_exceeds_paid: {
    meaning: 'The refund exceeds what was paid. `max` is the most that can be refunded.',
    fix: 'Refund at most `max`.',
    details: { max: 21.3 },
  },
  nothing_to_refund: {
    meaning: 'A refund with neither `total` nor `lines` returns the overpaid amount, and nothing was overpaid.',
    fix: 'To refund part of a payment anyway, send a negative total.',
  },
  credit_exceeds_balance: {
    meaning: 'The credit exceeds what is due. `max` is the balance.',
    fix: 'Credit at most `max`. To return money that was already paid, refund it with `credit: true`.',
    details: { max: 8.2 },
  },
  cancellation_exceeds_ready: {
    meaning:
      'The request cancels more units of a line than can be cancelled. `max` is how many can still be cancelled: units that are in a `ready` shipment and were not credited. At least one unit of the order must be left.',
    fix: 'Cancel at most `max`. To cancel everything, cancel the order. For units that have left, record a return.',
    details: { max: 1 },
  },
  version_mismatch: {
    meaning:
      '`If-Match` does not have the current version of the resource: it has changed since, or the header is malformed. Nothing in the request was applied.',
    fix: 'Reload the resource and try again with its new `ETag`, including the quotes.',
  },
  already_exists: {
    meaning: 'With `If-None-Match: *`, a request only creates, but the resource exists already. Nothing changed.',
    fix: 'Use the existing resource. To replace it, leave out `If-None-Match`.',
  },
  payload_too_large: {
    meaning: `The body is larger than ${maxBodyBytes / 1024} KB.`,
    fix: 'Send a smaller body.',
  },
  unsupported_media_type: {
    meaning: 'The `Content-Type` is not JSON in UTF-8, or the body is compressed.',
    fix: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  idempotency_key_reused: {
    meaning: 'This Idempotency-Key was already used with a different body.',
    fix: 'Use a new key for each new request.',
  },
  rate_limited: {
    meaning:
      "Too many requests: your store's quota is used up, the service's rate limit was exceeded, or a webhook was tested, redelivered in bulk or replayed with `from` too often.",
    fix: 'Wait the number of seconds in `Retry-After`, then retry.',
    retry: 'yes',
  },
  internal_error: {
    meaning: 'The service failed. The request may or may not have taken effect.',
    fix: `Retry. ${checkFirst} If the error persists, report the \`request_id\`.`,
    retry: 'yes',
  },
  temporarily_unavailable: {
    meaning: 'The service is busy or partly unavailable. The request may or may not have taken effect.',
    fix: `Wait the number of seconds in \`Retry-After\`, then retry. ${checkFirst}`,
    retry: 'yes',
  },
};

/** What each error code means to the client, and what to do about it. */
export const catalogue = Object.fromEntries(
  Object.entries(entries).map(([code, { meaning, fix, retry = 'after a change', details }]) => [
    code,
    { meaning, fix, retry, ...(details && { details }) },
  ]),
) as Record<ErrorCode, Entry>;

/** An entry as Markdown. */
export function describeError(code: ErrorCode): string {
  const { meaning, fix, details } = catalogue[code];
  const more = details ? `\n\nAdditional fields:\n\n\`\`\`json\n${JSON.stringify(details, null, 2)}\n\`\`\`` : '';
  return `**${statusOf[code]}.** ${meaning}\n\n**What to do:** ${fix}${more}`;
}
