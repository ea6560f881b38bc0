import type { Order } from '../../../lib/order/schema.ts';
import { texts } from '../texts.ts';

/** The states of an order that a person looks for, in words. */
export function Badges({ order }: { order: Order }) {
  const { badges } = texts.order;
  const shown: [string, string][] = [
    ...(order.cancelled ? [['bad', badges.cancelled] as [string, string]] : []),
    ...(order.cancelled || order.authorized ? [] : [['warn', badges.notAuthorized] as [string, string]]),
    ...(order.cancelled ? [] : [goodsOf(order)]),
    ...moneyOf(order),
    ...(order.visible ? [] : [['', badges.hidden] as [string, string]]),
  ];
  return (
    <span class="badges">
      {shown.map(([kind, text]) => (
        <span key={text} class={`badge ${kind}`}>
          {text}
        </span>
      ))}
    </span>
  );
}

function goodsOf({ shipments }: Order): [string, string] {
  const states = new Set(shipments.map(({ state }) => state));
  if (states.has('ready')) {
    return states.size === 1 ? ['info', texts.shipmentStates.ready] : ['warn', texts.order.badges.partlyShipped];
  }
  return ['good', texts.shipmentStates[states.has('shipped') ? 'shipped' : 'delivered']];
}

function moneyOf({ balance, paid, refunded }: Order): [string, string][] {
  const { badges } = texts.order;
  if (balance > 0) return [['warn', badges.unpaid]];
  if (balance < 0) return [['bad', badges.overpaid]];
  if (paid === 0) return [];
  return [refunded === paid ? ['', badges.refunded] : ['good', badges.paid]];
}
