import { expect } from '@jest/globals';
import type { HistoryEntry } from '../../../lib/order/schema.ts';
import type { ModelCaller } from './caller.ts';
import { cancellable } from './changes.ts';
import { balanceOf, moneyIn, type Order, sum } from './order.ts';
import { type Action, answer, type Shop } from './shop.ts';

type Seen = { payments: Map<string, string>; versions: Map<string, number> };

/** Checks the invariants that hold for every shop at any time, using only what the API returns. */
export async function inspect({ read }: ModelCaller, { payments, versions }: Seen) {
  const { orders, products, seen } = await read();
  for (const order of orders) {
    const money = sum(order.payments.map(({ total }) => total));
    const cost = order.total - order.credited;
    const cancelled = sum(order.credits.map((credit) => (credit.cancelled ? credit.amount : 0)));
    const isConsistent =
      order.balance === (order.cancelled ? 0 : cost) - money &&
      order.paid - order.refunded === money &&
      0 <= money &&
      money <= cost + cancelled &&
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

const generated = { number: '', shipment: 'shp_new', payment: 'pay_new' };

/** The actions allowed on an order now, found by trying each in a copy of the shop with plenty of stock. */
function actionsIn(shop: Shop, order: Order) {
  const { number, address, shipments, cancelled, payments } = order;
  const [due, refundable] = [Math.max(cancelled ? 0 : balanceOf(order), 0), moneyIn(payments)];
  const tried = (action: string, request: Action, max: number | null = null, shipment: string | null = null) => {
    const copy: Shop = structuredClone(shop);
    for (const product of Object.values(copy.products)) product.available += 1_000_000;
    const { code = null } = answer(copy, { action: request }, generated);
    const isChanged = copy.orders[number]?.version !== order.version;
    return { action, shipment, allowed: code === null && isChanged, code, max };
  };
  const refund = { kind: 'pay' as const, order: number, refund: true };
  const free = order.lines.findIndex(
    ({ price, quantity, creditedUnits, cancelledUnits }) => price === 0 && creditedUnits + cancelledUnits < quantity,
  );
  const credit = due === 0 && free >= 0 ? { lines: [{ line: free, quantity: 1 }] } : { amount: due || 1 };
  const patch = (patch: object): Action => ({ kind: 'patch', order: number, patch });
  return [
    tried('pay', { ...refund, refund: false }, due),
    tried('refund', refundable > 0 ? { ...refund, total: -refundable } : refund, refundable),
    tried('credit', { kind: 'credit', order: number, ...credit }, due),
    tried('cancel_part', { kind: 'cancel', order: number, lines: cancellable(order).one }, cancellable(order).max),
    tried('authorize', patch({ authorized: true })),
    tried('cancel', patch({ cancelled: true })),
    tried('uncancel', patch({ cancelled: false })),
    tried('restock', patch({ cancelled: true, restock: true })),
    tried('change_address', patch({ address: address === null ? 'Bo' : null })),
    ...shipments.flatMap(({ id, lines }) => {
      const units = sum(lines.map(({ quantity }) => quantity));
      const left = sum(lines.map(({ quantity, returned }) => quantity - returned));
      const one = [{ sku: lines[0]?.sku as string, quantity: 1 }];
      return [
        tried('ship', { kind: 'ship', order: number, shipment: id, patch: { state: 'shipped' } }, null, id),
        tried('split', { kind: 'split', order: number, from: id, lines: one }, units - 1, id),
        tried('return', { kind: 'return', order: number, shipment: id }, left, id),
      ];
    }),
  ];
}
