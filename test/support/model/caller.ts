import type { HistoryEntry, Order, Action as PossibleAction } from '../../../lib/order/schema.ts';
import type { Product } from '../../../lib/product/schema.ts';
import { type Answer, call, type Options } from '../call.ts';
import { walk } from '../walk.ts';
import type { Patch } from './changes.ts';
import type { Outcome } from './order.ts';
import type { Action, Generated, Request } from './shop.ts';

/** The operation and the body of each kind of request. */
const requests: { [K in Action['kind']]: (action: Extract<Action, { kind: K }>) => [id: string, body?: object] } = {
  place: ({ lines, shipping, authorized }) => [
    'placeOrder',
    { lines, shipping: { name: 'Post', price: shipping }, authorized },
  ],
  pay: ({ kind, order, refund, total, ...rest }) => {
    const transaction_data = { said: total ?? null };
    return ['createPayment', { total, transaction_data, ...rest, ...(refund && { method: 'refund' }) }];
  },
  credit: ({ amount, lines, reason }) => ['createCredit', { amount, lines, reason }],
  cancel: ({ lines, restock, reason }) => ['cancelPart', { lines, restock, reason }],
  patch: ({ patch }) => ['updateOrder', bodyOf(patch)],
  erase: () => ['eraseCustomer'],
  ship: ({ patch }) => ['updateShipment', patch],
  split: ({ from, lines }) => ['splitShipment', { from, lines }],
  return: ({ lines, restock, reason }) => ['returnShipment', { lines, restock, reason }],
  adjust: ({ by }) => ['adjustStock', { adjust: by }],
  put: ({ sku, price, stock }) => ['putProduct', { name: sku, price, stock }],
};

/** Sends the requests of the model to the service, and converts the responses. Amounts of the model are minor units. */
export function modelCaller(key: string, decimals: number) {
  const scale = 10 ** decimals;
  const major = (units: number) => units / scale;
  /** Checks that an amount is exactly the number nearest to its minor units. */
  const minor = (amount: number) => {
    const units = Math.round(amount * scale);
    if (units / scale !== amount) throw new Error(`${amount} is not a number of minor units`);
    return units;
  };

  function callOf(action: Action): [string, Options] {
    const [id, body] = (requests[action.kind] as (action: Action) => [string, object?])(action);
    const params = {
      ...('order' in action && { number: action.order }),
      ...('shipment' in action && { id: action.shipment }),
      ...('sku' in action && { sku: action.sku }),
    };
    return [id, { params, body: body && withAmounts(body, major) }];
  }

  function outcomeOf({ action }: Request, { status, code, payload, headers, body }: Answer): Outcome {
    if (code === undefined) {
      const resource = resourceOf(withAmounts(payload, minor));
      return { status, ...(headers['idempotent-replayed'] && { replayed: true }), ...(resource && { resource }) };
    }
    const short = code === 'insufficient_stock' && action.kind !== 'adjust';
    const max = body.max === undefined || unitCodes.includes(code) ? body.max : minor(body.max);
    return {
      status,
      code,
      ...(short && { short: body.description.match(/sku-./g).toSorted() }),
      ...(max !== undefined && { max }),
    };
  }

  async function send(request: Request): Promise<{ outcome: Outcome; generated: Generated }> {
    const [id, options] = callOf(request.action);
    const headers = {
      ...(request.key && { 'Idempotency-Key': request.key }),
      ...(request.ifMatch !== undefined && { 'If-Match': `"${request.ifMatch}"` }),
    };
    const answer = await call(id, { as: key, headers, ...options });
    return { outcome: outcomeOf(request, answer), generated: generatedBy(answer.payload) };
  }

  /** All orders and products, as returned and as the model shows them. */
  async function read() {
    const lists = await Promise.all([walk('getOrders', { as: key }), walk('getProducts', { as: key })]);
    const [orders, products] = withAmounts(lists, minor) as unknown as [Order[], Product[]];
    const seen = {
      orders: Object.fromEntries(orders.map((order) => [order.number, orderView(order)])),
      products: Object.fromEntries(products.map(({ sku, price, stock }) => [sku, { price, stock }])),
    };
    return { orders, products, seen };
  }

  /** The numbers of the orders that a filter finds. */
  const find = async (query: Record<string, string>) =>
    (await walk('getOrders', { as: key, query })).map(({ number }) => number as string);

  /** The history of an order and its possible actions. */
  async function readOrder(number: string) {
    const [history, answer] = await Promise.all([
      walk('getHistory', { as: key, params: { number } }),
      call('getActions', { as: key, params: { number } }),
    ]);
    const isMoney = ({ action }: PossibleAction) => ['pay', 'refund', 'credit'].includes(action);
    const actions = (answer.payload.actions as PossibleAction[]).map((each) =>
      isMoney(each) ? { ...each, max: minor(each.max as number) } : each,
    );
    return { history: history as HistoryEntry[], actions };
  }

  return { send, read, readOrder, find };
}

export type ModelCaller = ReturnType<typeof modelCaller>;

/** Errors in which `max` counts units. */
const unitCodes: string[] = ['refund_exceeds_lines', 'cancellation_exceeds_ready', 'shipment_exceeded', 'return_exceeds_sent'];

const bodyOf = ({ customer, address, ...patch }: Patch) => ({
  ...patch,
  ...(customer !== undefined && { customer: customer && { last_name: customer, email: `${customer}@example.com` } }),
  ...(address !== undefined && { shipping_address: address && { city: address } }),
});

const generatedBy = ({ orders, payment, shipment }: Answer['payload'] = {}): Generated => ({
  number: orders?.number ?? '',
  shipment: orders?.shipments[0].id ?? shipment?.id ?? '',
  payment: payment?.id ?? '',
});

const amounts = ['price', 'total', 'amount', 'credited', 'paid', 'refunded', 'balance', 'balance_after'];

/** Converts the amounts in a request or a response. A line has a number of credited units. */
function withAmounts<T>(value: T, convert: (amount: number) => number): T {
  return JSON.parse(JSON.stringify(value), function (this: object, name: string, each: unknown) {
    const isAmount = amounts.includes(name) && !(name === 'credited' && 'sku' in this);
    return isAmount && typeof each === 'number' ? convert(each) : each;
  });
}

/** A product in a response is not compared: other requests may have changed it between the write and the read. */
function resourceOf({ orders, payment, shipment }: Answer['payload']): object | undefined {
  if (orders) return orderView(orders);
  if (payment) return paymentView(payment);
  return shipment && shipmentView(shipment);
}

const paymentView = ({ id, total, balance_after, credit, lines, payment, reason }: Order['payments'][number]) => {
  return { id, total, balance_after, credit, lines, payment, reason };
};

const shipmentView = ({ id, state, carrier, lines }: Order['shipments'][number]) => ({ id, state, carrier, lines });

function orderView(order: Order) {
  const { number, version, authorized, cancelled, visible, note, total, credited, paid, refunded, balance } = order;
  return {
    ...{ number, version, authorized, cancelled, visible, note, total, credited, paid, refunded, balance },
    ...{ customer: order.customer?.last_name ?? null, address: order.shipping_address?.city ?? null },
    lines: order.lines.map(({ name, total, tax_rate, ...line }) => line),
    payments: order.payments.map(paymentView),
    shipments: order.shipments.map(shipmentView),
  };
}
