import type { Order } from '../../../lib/order/schema.ts';
import { texts } from '../texts.ts';

/** The states of an order that a person looks for, in words. */
export function Badges({ order }: { order: Order }) {
  const states = [...new Set(order.shipments.map(({ state }) => state))];
  const { badges } = texts.order;
  const shown: [string, string][] = [
    ...(order.cancelled ? [['bad', badges.cancelled] as [string, string]] : []),
    ...(order.cancelled || order.authorized ? [] : [['warn', badges.notAuthorized] as [string, string]]),
    ...(order.cancelled
      ? []
      : states.map((state): [string, string] => [state === 'ready' ? 'info' : 'good', texts.shipmentStates[state]])),
    ...(order.balance > 0 ? [['warn', badges.unpaid] as [string, string]] : []),
    ...(order.balance < 0 ? [['bad', badges.overpaid] as [string, string]] : []),
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
