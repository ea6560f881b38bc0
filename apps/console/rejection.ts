import type { FieldError } from '../../lib/api/errors.ts';
import type { StoreError } from '../client/client.ts';
import { texts } from './texts.ts';

/** Why a request was rejected, by error code. The service's own text is shown for all other codes. */
const reasons: Record<string, string> = {
  insufficient_scope: 'Your key does not allow this. Sign in with another key, or ask whoever manages the keys.',
  tenant_suspended: 'This store is suspended. Ask the operator to end the suspension.',
  user_inactive: 'This user is inactive. Activate the user first.',
  owner_permissions: 'The owner always has every permission. Ask the operator to make another user the owner first.',
  too_many_webhooks: 'The store has reached its limit of webhooks that follow all orders. Remove one first: clear its URL.',
  order_cancelled: 'The order is cancelled. It must be reopened first.',
  cancellation_exceeds_ready:
    'You entered more units than can still be cancelled. Enter fewer: lines of one product share the units that have not left.',
  refund_exceeds_lines:
    'You entered more units of a product than can still be refunded or credited. Close this dialog, open the order again, and enter fewer.',
  order_not_authorized: 'The order must be authorized first.',
  shipment_sent: 'The shipment has left, so it can no longer be split. If it has not, set it back to Ready first.',
  shipment_ready: 'The shipment has not left yet, so nothing can come back. To take units off the order, use “Cancel part”.',
  shipment_returned:
    'Units of the shipment came back, so it cannot be ready again. To send the goods again, place a new order.',
  nothing_to_refund: 'Nothing was paid, or everything was refunded.',
  credit_exceeds_balance: `The credit is more than what is due. To return money that was already paid, use “Refund” and choose “${texts.owesLess}”.`,
};

/** Why the service rejected a request: in the console's words, or for other codes in the service's own. */
export function rejectionText({ code, errors, message }: Pick<StoreError, 'code' | 'errors' | 'message'>): string {
  return reasons[code] ?? (code === 'invalid_request' && errors.length > 0 ? fieldsText(errors) : message);
}

export const fieldsText = (errors: readonly FieldError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}.`).join(' ');

/** Whether a rejected field such as `opening_hours.days.mon[0].from` is in the field with this name. */
export const isWithin = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
