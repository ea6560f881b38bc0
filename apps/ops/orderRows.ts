import type { Order, Payment } from '../../lib/order/schema.ts';
import type { Calendar } from '../../lib/values/calendar.ts';
import { amountText, exactText, unitsOf } from '../money.ts';
import { flagCell, textCell } from './csvText.ts';
import type { Period } from './days.ts';

type Clock = Pick<Calendar, 'clock'>;
export type Columns<T> = Record<string, (one: T, calendar: Clock) => string>;

const money =
  (name: 'subtotal' | 'total' | 'credited' | 'paid' | 'refunded' | 'balance') =>
  ({ currency, [name]: amount }: Order) =>
    exactText(amount, currency);

const customer = (name: 'id' | 'first_name' | 'last_name' | 'company' | 'email' | 'phone') => (order: Order) =>
  textCell(order.customer?.[name]);

const address =
  (name: 'name' | 'company' | 'line1' | 'line2' | 'postal_code' | 'city' | 'region' | 'country') => (order: Order) =>
    textCell(order.shipping_address?.[name]);

const placed: Columns<Order> = {
  number: ({ number }) => number,
  reference: ({ reference }) => textCell(reference),
  created: ({ created }, { clock }) => clock(created),
  created_utc: ({ created }) => created,
  currency: ({ currency }) => currency,
};

/** The columns of an order. Times are in the store's time zone unless the column ends in `_utc`. */
export const orderColumns: Columns<Order> = {
  ...placed,
  subtotal: money('subtotal'),
  shipping: ({ shipping, currency }) => exactText(shipping?.price ?? 0, currency),
  total: money('total'),
  tax: ({ taxes, currency }) =>
    amountText(
      taxes.reduce((sum, { tax }) => sum + unitsOf(tax, currency), 0n),
      currency,
    ),
  taxes: ({ taxes, currency }) => textCell(taxes.map(({ rate, tax }) => `${rate}%: ${exactText(tax, currency)}`).join('; ')),
  credited: money('credited'),
  paid: money('paid'),
  refunded: money('refunded'),
  balance: money('balance'),
  authorized: ({ authorized }) => flagCell(authorized),
  cancelled: ({ cancelled }) => flagCell(cancelled),
  visible: ({ visible }) => flagCell(visible),
  shipments: ({ shipments }) => textCell(shipments.map(({ state }) => state).join('; ')),
  lines: ({ lines }) => textCell(lines.map(({ sku, quantity }) => `${quantity} x ${sku}`).join('; ')),
  shipping_method: ({ shipping }) => textCell(shipping?.name),
  customer_id: customer('id'),
  first_name: customer('first_name'),
  last_name: customer('last_name'),
  company: customer('company'),
  email: customer('email'),
  phone: customer('phone'),
  ship_to: address('name'),
  ship_company: address('company'),
  ship_line1: address('line1'),
  ship_line2: address('line2'),
  ship_postal_code: address('postal_code'),
  ship_city: address('city'),
  ship_region: address('region'),
  ship_country: address('country'),
  note: ({ note }) => textCell(note),
  tags: ({ tags }) => textCell(tags.join('; ')),
  updated_utc: ({ updated }) => updated,
};

type Line = Order['lines'][number];
type OrderLine = Order & { sold: Partial<Line> & Pick<Line, 'name' | 'quantity' | 'price' | 'total' | 'tax_rate'> };

/** The lines of an order, then its shipping, so that the rows add up to its total. */
export function linesOf(order: Order): OrderLine[] {
  const { lines, shipping } = order;
  const shipped = shipping ? [{ ...shipping, quantity: 1, total: shipping.price }] : [];
  return [...lines, ...shipped].map((sold) => ({ ...order, sold }));
}

const number =
  (name: 'line' | 'quantity' | 'tax_rate' | 'cancelled' | 'credited') =>
  ({ sold }: OrderLine) =>
    `${sold[name] ?? ''}`;

/** The columns of an order line. */
export const lineColumns: Columns<OrderLine> = {
  ...placed,
  order_cancelled: ({ cancelled }) => flagCell(cancelled),
  ship_country: address('country'),
  line: number('line'),
  sku: ({ sold }) => textCell(sold.sku),
  name: ({ sold }) => textCell(sold.name),
  quantity: number('quantity'),
  price: ({ sold, currency }) => exactText(sold.price, currency),
  total: ({ sold, currency }) => exactText(sold.total, currency),
  tax_rate: number('tax_rate'),
  cancelled: number('cancelled'),
  credited: number('credited'),
};

export type OrderPayment = { order: Order; payment: Payment };

/** The payments and refunds of an order that were recorded in a period. */
export const paymentsIn = (order: Order, { from, to }: Period): OrderPayment[] =>
  order.payments.filter(({ recorded }) => recorded >= from && recorded <= to).map((payment) => ({ order, payment }));

const text =
  (name: 'id' | 'method' | 'payment' | 'reason') =>
  ({ payment }: OrderPayment) =>
    textCell(payment[name]);

/** The columns of a payment or refund, with the order that it belongs to. */
export const paymentColumns: Columns<OrderPayment> = {
  recorded: ({ payment }, { clock }) => clock(payment.recorded),
  recorded_utc: ({ payment }) => payment.recorded,
  order: ({ order }) => order.number,
  order_reference: ({ order }) => textCell(order.reference),
  id: text('id'),
  currency: ({ order }) => order.currency,
  total: ({ order, payment }) => exactText(payment.total, order.currency),
  method: text('method'),
  balance_after: ({ order, payment }) => exactText(payment.balance_after, order.currency),
  credit: ({ payment }) => flagCell(payment.credit),
  refunded_payment: text('payment'),
  reason: text('reason'),
  created_utc: ({ payment }) => payment.created,
  transaction_data: ({ payment: { transaction_data: data } }) =>
    Object.keys(data).length > 0 ? textCell(JSON.stringify(data)) : '',
};

export const rowOf = <T>(columns: Columns<T>, one: T, calendar: Clock): string[] =>
  Object.values(columns).map((cell) => cell(one, calendar));
