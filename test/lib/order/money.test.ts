import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ApiError } from '../../../lib/api/errors.ts';
import { patchOrder } from '../../../lib/order/patchOrder.ts';
import { recordPayment } from '../../../lib/order/payments.ts';
import type { OrderState } from '../../../lib/order/state.ts';
import { decimalsOf, minor } from '../../../lib/values/money.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

const now = new Date();

const anOrder = (currency: string, price: number): OrderState =>
  builtOrder({ lines: [{ sku: 'tea', quantity: 1, price }] }, [storedProduct('tea', 0)], { now, currency });

// Amounts are a few minor units, so that they often hit a limit exactly.
const units = fc.integer({ min: 1, max: 400 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), units: fc.option(units, { nil: undefined }) }),
  fc.record({ kind: fc.constant('refund' as const), units: fc.option(units, { nil: undefined }) }),
  fc.record({ kind: fc.constant('cancel' as const), cancelled: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The expected result in plain arithmetic, or the code of the expected error. */
function expectedAfter(before: { due: number; paid: number; refunded: number; cancelled: boolean }, step: Step) {
  const { due, paid, refunded, cancelled } = before;
  if (step.kind === 'cancel') return { ...before, cancelled: step.cancelled };
  const balance = (cancelled ? 0 : due) - paid + refunded;
  if (step.kind === 'pay') {
    if (cancelled) return 'order_cancelled';
    if (step.units === undefined && balance <= 0) return 'order_settled';
    if ((step.units ?? 0) > balance) return 'payment_exceeds_balance';
    return { ...before, paid: paid + (step.units ?? balance) };
  }
  if (step.units === undefined && balance >= 0) return 'nothing_to_refund';
  if ((step.units ?? 0) > paid - refunded) return 'refund_exceeds_paid';
  return { ...before, refunded: refunded + (step.units ?? -balance) };
}

function applyStep(state: OrderState, step: Step, id: string): OrderState | string {
  const { currency } = state.order;
  if (step.kind === 'cancel') return patchOrder(state, { cancelled: step.cancelled }, now, undefined);
  const sign = step.kind === 'refund' ? -1 : 1;
  const total = step.units === undefined ? undefined : (sign * step.units) / 10 ** decimalsOf(currency);
  const method = step.kind === 'refund' ? 'refund' : undefined;
  try {
    return recordPayment(state, { total, method }, { id, now, idempotency: undefined, ifMatch: undefined });
  } catch (error) {
    return (error as ApiError).code;
  }
}

test.each(['EUR', 'JPY', 'KWD'])('payments, refunds and cancellations of an order in %s add up exactly', (currency) => {
  fc.assert(
    fc.property(units, fc.array(step, { minLength: 1, maxLength: 60 }), (due, steps) => {
      let state = anOrder(currency, due / 10 ** decimalsOf(currency));
      let sums = { due, paid: 0, refunded: 0, cancelled: false };
      for (const [i, each] of steps.entries()) {
        const [actual, expected] = [applyStep(state, each, `pay_${i}`), expectedAfter(sums, each)];
        if (typeof actual === 'string' || typeof expected === 'string') {
          expect(actual).toBe(expected);
          continue;
        }
        const { order } = actual;
        const { paid, refunded, cancelled } = expected;
        const balance = (cancelled ? 0 : due) - paid + refunded;
        expect([order.paid, order.refunded, order.balance].map((sum) => minor(sum, currency))).toEqual([
          paid,
          refunded,
          balance,
        ]);
        expect(order.payments.slice(0, state.order.payments.length)).toEqual(state.order.payments);
        if (each.kind !== 'cancel') expect(order.payments.at(-1)?.balance_after).toBe(order.balance);
        [state, sums] = [actual, expected];
      }
    }),
    { numRuns: 300 },
  );
});

test('what was paid is exact even if it has more minor units than a number can hold', () => {
  const total = 999_999_999_999.999;
  let state = anOrder('KWD', total);
  for (let i = 1; i <= 14; i++) {
    for (const sent of [{}, { total: -total, method: 'refund' }])
      state = recordPayment(state, sent, { id: `pay_${i}`, now, idempotency: undefined, ifMatch: undefined });
    const exact = Number(`${BigInt(i) * 999_999_999_999_999n}e-3`);
    expect([state.order.paid, state.order.refunded, state.order.balance]).toEqual([exact, exact, total]);
  }
});
