import { type Older, storedSchema } from '../db/storedSchema.ts';
import { timeOf } from '../values/id.ts';
import type { OrderState } from './state.ts';
import { withSums } from './sums.ts';

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

/** Keeps the field order that requests store, so that an identical customer does not count as a change. */
const customerWithCompany = ({ id, first_name, last_name, company = null, ...contact }: Older) => ({
  id,
  first_name,
  last_name,
  company,
  ...contact,
});

/** In schema version 2, stock was held by the whole order, which had one shipment. */
const toThird = ({ stock, order, ...rest }: Older): Older => ({
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

/** Also recalculates what an older version recorded since. */
const toFourth = ({ order, ...rest }: Older): OrderState =>
  withSums({ ...rest, order: { ...order, lines: order.lines.map((line: Older, i: number) => ({ line: i, ...line })) } });

export const orderSchema = storedSchema<OrderState>(toSecond, toThird, toFourth);
