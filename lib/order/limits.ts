import { ApiError } from '../api/errors.ts';
import type { Payment } from './schema.ts';

// For the number of lines, see `maxLines` in lib/cart/inputs.ts.

export const maxDataBytes = 128 * 1024;
export const maxPayments = 90;
export const maxPaymentsAndRefunds = 100;

/**
 * A change can become visible this long after its `updated`: an operation, or a try of `deliver`, ends within 10 seconds, and the
 * index may lag. So `synced_until` is this long before the start of its walk.
 */
export const changeSlackMs = 15_000;

const encoder = new TextEncoder();

/** Payments have a lower limit than refunds, so that refunds are still possible on a full order. */
export function mustHaveRoom(
  { payments }: { payments: readonly Pick<Payment, 'transaction_data'>[] },
  payment: Pick<Payment, 'total' | 'transaction_data'>,
): void {
  const texts = [...payments, payment].map(({ transaction_data }) => JSON.stringify(transaction_data));
  const bytes = texts.reduce((sum, text) => sum + (text === '{}' ? 0 : encoder.encode(text).length), 0);
  const limit = payment.total > 0 ? maxPayments : maxPaymentsAndRefunds;
  if (payments.length >= limit) {
    const limits = `With ${maxPayments} or more, an order accepts only refunds; with ${maxPaymentsAndRefunds}, it accepts neither payments nor refunds. Record further ones in your own system.`;
    throw new ApiError('order_full', `This order has ${payments.length} payments and refunds. ${limits}`);
  }
  if (bytes > maxDataBytes) {
    throw new ApiError(
      'order_full',
      `The \`transaction_data\` of this order would total ${bytes} bytes; the limit is ${maxDataBytes} (128 KB). Send less \`transaction_data\`.`,
    );
  }
}
