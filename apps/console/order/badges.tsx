import type { Order } from '../../../lib/order/schema.ts';
import { texts } from '../texts.ts';

type Badge = [kind: 'good' | 'warn' | 'bad' | 'info' | '', text: string];

/** The states of an order that a person looks for, in words. */
export const Badges = ({ order }: { order: Order }) => (
  <span class="badges">
    {badgesOf(order).map(([kind, text]) => (
      <span key={text} class={`badge ${kind}`}>
        {text}
      </span>
    ))}
  </span>
);

function badgesOf(order: Order): Badge[] {
  const badges: Badge[] = [];
  if (order.cancelled) badges.push(['bad', 'Cancelled']);
  else if (!order.authorized) badges.push(['warn', 'To authorize']);
  if (!order.cancelled) badges.push(goodsOf(order));
  badges.push(...moneyOf(order));
  if (!order.visible) badges.push(['', 'Hidden']);
  return badges;
}

function goodsOf({ shipments }: Order): Badge {
  const states = new Set(shipments.map(({ state }) => state));
  if (states.has('ready')) return states.size === 1 ? ['info', texts.shipmentStates.ready] : ['warn', 'Partly shipped'];
  return ['good', texts.shipmentStates[states.has('shipped') ? 'shipped' : 'delivered']];
}

function moneyOf({ balance, paid, refunded }: Order): Badge[] {
  if (balance > 0) return [['warn', 'Not settled']];
  if (balance < 0) return [['bad', 'To refund']];
  if (paid === 0) return [];
  return [refunded === paid ? ['', 'Refunded'] : ['good', 'Paid']];
}
