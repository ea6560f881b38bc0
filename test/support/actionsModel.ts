import { cancellable } from './cancelModel.ts';
import { balanceOf, moneyIn, type Order } from './orderModel.ts';
import { type Action, answer, type Shop } from './shopModel.ts';

const generated = { number: '', shipment: 'shp_new', payment: 'pay_new' };

/** The actions allowed on an order now, found by trying each in a copy of the shop with plenty of stock. */
export function actionsIn(shop: Shop, order: Order) {
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
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const left = lines.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0);
      const one = [{ sku: lines[0]?.sku as string, quantity: 1 }];
      return [
        tried('ship', { kind: 'ship', order: number, shipment: id, patch: { state: 'shipped' } }, null, id),
        tried('split', { kind: 'split', order: number, from: id, lines: one }, units - 1, id),
        tried('return', { kind: 'return', order: number, shipment: id }, left, id),
      ];
    }),
  ];
}
