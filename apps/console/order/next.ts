import type { Action } from '../../../lib/order/schema.ts';
import type { OrderData } from './orderForm.tsx';

type Next = Pick<Action, 'action' | 'shipment'>;

/** What this order waits for: the most urgent action that is possible now. */
export function nextStep({ order: { balance, cancelled }, actions }: OrderData): Next | undefined {
  const order: Action['action'][] = [
    ...(cancelled ? [] : (['authorize'] as const)),
    ...(balance < 0 ? (['refund'] as const) : []),
    ...(cancelled ? [] : (['ship'] as const)),
    'pay',
  ];
  const possible = actions.filter(({ action, allowed, shipment }) => allowed && (action !== 'ship' || shipment !== null));
  return order.map((wanted) => possible.find(({ action }) => action === wanted)).find((one) => one !== undefined);
}
