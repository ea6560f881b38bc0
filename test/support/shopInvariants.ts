import { expect } from '@jest/globals';
import type { HistoryEntry } from '../../lib/order/schema.ts';
import { actionsIn } from './actionsModel.ts';
import type { ModelCaller } from './modelCaller.ts';
import { balanceOf, type Order } from './orderModel.ts';
import type { Shop } from './shopModel.ts';

type Seen = { payments: Map<string, string>; versions: Map<string, number> };

/** Checks the invariants that hold for every shop at any time, using only what the API returns. */
export async function inspect({ read, minor }: ModelCaller, { payments, versions }: Seen) {
  const { orders, products, seen } = await read();
  for (const order of orders) {
    const totals = order.payments.map(({ total }) => minor(total));
    const sum = totals.reduce((all, total) => all + total, 0);
    const cost = minor(order.total) - minor(order.credited);
    const cancelled = order.credits.filter((credit) => credit.cancelled).reduce((all, { amount }) => all + minor(amount), 0);
    const isConsistent =
      minor(order.balance) === (order.cancelled ? 0 : cost) - sum &&
      minor(order.paid) - minor(order.refunded) === sum &&
      0 <= sum &&
      sum <= cost + cancelled &&
      order.version >= (versions.get(order.number) ?? 1);
    if (!isConsistent) throw new Error(`An invariant is broken: ${JSON.stringify(order)}`);
    versions.set(order.number, order.version);
    for (const payment of order.payments) {
      const text = JSON.stringify(payment);
      if (text !== (payments.get(payment.id) ?? text)) throw new Error(`A payment changed: ${text}`);
      payments.set(payment.id, text);
    }
  }
  const ids = orders.flatMap((order) => order.payments.map(({ id }) => id));
  expect(ids.toSorted()).toEqual([...payments.keys()].sort());
  for (const { stock } of products) if (stock) expect(Math.min(stock.available, stock.reserved)).toBeGreaterThanOrEqual(0);
  return seen;
}

/** Checks that search, filters, history and possible actions show what the orders are now. */
export async function checkReads({ find, readOrder }: ModelCaller, shop: Shop) {
  const orders = Object.values(shop.orders);
  const numbersOf = (isMatch: (order: Order) => boolean) => orders.filter(isMatch).map(({ number }) => number);
  for (const name of ['Ada', 'Bo']) {
    const expected = numbersOf(({ customer }) => customer === name);
    expect((await find({ q: name })).toSorted()).toEqual(expected);
    expect((await find({ q: `${name}@example.com` })).toSorted()).toEqual(expected);
  }
  for (const state of ['ready', 'shipped', 'delivered']) {
    const expected = numbersOf(({ shipments }) => shipments.some((shipment) => shipment.state === state));
    expect(await find({ shipment_state: state })).toEqual(expected.reverse());
  }
  const shippable = numbersOf(
    ({ authorized, cancelled, shipments }) => authorized && !cancelled && shipments.some(({ state }) => state === 'ready'),
  );
  expect(await find({ shippable: 'true' })).toEqual(shippable.toReversed());
  expect(await find({ overpaid: 'true', order: 'asc' })).toEqual(numbersOf((order) => balanceOf(order) < 0));
  expect(await find({ settled: 'true' })).toEqual(numbersOf((order) => balanceOf(order) === 0).reverse());
  for (const order of orders) {
    const { history, actions } = await readOrder(order.number);
    expect({ number: order.number, actions }).toEqual({ number: order.number, actions: actionsIn(shop, order) });
    checkHistory(order, history);
  }
}

/** Each version has one entry, each entry begins where the one before it ended, and all lead to the order as it is now. */
function checkHistory(order: Order, history: HistoryEntry[]) {
  expect(history.map(({ version }) => version)).toEqual(Array.from({ length: order.version }, (_, i) => order.version - i));
  const changes = history.toReversed().flatMap((entry) => entry.changes);
  const placed = { cancelled: false, visible: true, note: null };
  const states = order.shipments.map(({ id, state }) => [`shipments.${id}.state`, 'ready', state] as const);
  const fields = Object.entries(placed).map(([name, value]) => [name, value, order[name as keyof typeof placed]] as const);
  for (const [name, initial, current] of [...fields, ...states]) {
    const own = changes.filter(({ field }) => field === name);
    expect([initial, ...own.map(({ to }) => to)]).toEqual([...own.map(({ from }) => from), current]);
  }
  const recorded = changes.filter(({ field }) => field === 'payment').map(({ to }) => to);
  expect(recorded).toEqual(order.payments.map(({ id }) => id));
}
