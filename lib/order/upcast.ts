import { timeOf } from '../values/id.ts';
import type { OrderState } from './state.ts';

/** The schema version of stored orders. Increase it when the schema changes, and add the upgrade step. */
export const orderSchema = 2;

// biome-ignore lint/suspicious/noExplicitAny: an older shape has no type
type Older = any;

const toSecond = ({ order, ...rest }: Older): OrderState => ({
  ...rest,
  credits: [],
  order: {
    ...order,
    customer: order.customer && { company: null, ...order.customer },
    credited: 0,
    payments: order.payments.map((payment: Older) => ({
      ...payment,
      recorded: timeOf(payment.id.slice('pay_'.length)).toISOString(),
      credit: false,
      lines: null,
      payment: null,
      reason: null,
    })),
    shipments: order.shipments.map((shipment: Older) => ({
      ...shipment,
      carrier: null,
      tracking_number: null,
      tracking_url: null,
    })),
  },
});

/** Each step upgrades an order from this version to the next. */
const steps: Record<number, (older: Older) => Older> = { 1: toSecond };

/** An order of any version, upgraded to the current one. */
export function upgraded(state: Older, schema: number): OrderState {
  let order = state;
  for (let from = schema; from < orderSchema; from++) order = steps[from]?.(order);
  return order;
}
