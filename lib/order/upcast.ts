import { timeOf } from '../values/id.ts';
import type { OrderState } from './state.ts';

/** The schema version of stored orders. Increase it when the schema changes, and add the upgrade step. */
export const orderSchema = 3;

// biome-ignore lint/suspicious/noExplicitAny: an older shape has no type
type Older = any;

/** Fields that are there already stay: a newer version may have written the order before an older one did. */
const toSecond = ({ order, ...rest }: Older): Older => ({
  credits: [],
  ...rest,
  order: {
    credited: 0,
    ...order,
    customer: order.customer && customerWithCompany(order.customer),
    payments: order.payments.map((payment: Older) => ({
      recorded: timeOf(payment.id.slice('pay_'.length)).toISOString(),
      credit: false,
      lines: null,
      payment: null,
      reason: null,
      ...payment,
    })),
    shipments: order.shipments.map((shipment: Older) => ({
      carrier: null,
      tracking_number: null,
      tracking_url: null,
      ...shipment,
    })),
  },
});

/** In the order of fields in which a request stores them, so that the same customer is no change. */
const customerWithCompany = ({ id, first_name, last_name, company = null, ...contact }: Older) => ({
  id,
  first_name,
  last_name,
  company,
  ...contact,
});

/** In schema version 2, stock was held by the whole order, which had one shipment. */
const toThird = ({ stock, order, ...rest }: Older): OrderState => ({
  returns: [],
  history: { keys: [], entries: [] },
  ...rest,
  stock: stock.holdings
    ? stock
    : {
        counted: Object.keys(stock.units),
        holdings: Object.fromEntries(order.shipments.map(({ id }: Older) => [id, stock.holding])),
      },
  order: {
    ...order,
    shipments: order.shipments.map((shipment: Older) => ({
      ...shipment,
      lines: shipment.lines.map(({ returned = 0, ...line }: Older) => ({ ...line, returned })),
    })),
  },
});

/** Each step upgrades an order from this version to the next. */
const steps: Record<number, (older: Older) => Older> = { 1: toSecond, 2: toThird };

/** An order of any version, upgraded to the current one. */
export function upgraded(state: Older, schema: number): OrderState {
  let order = state;
  for (let from = schema; from < orderSchema; from++) order = steps[from]?.(order);
  return order;
}
