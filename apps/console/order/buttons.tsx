import type { Action } from '../../../lib/order/schema.ts';
import { can } from '../session.ts';
import { texts } from '../texts.ts';
import type { DialogName } from './dialogs.ts';
import type { OrderData } from './orderForm.tsx';

export type Chosen = { name: DialogName; shipment: string | undefined };

type Props = { data: OrderData; shipment: string | null; choose: (chosen: Chosen) => void };

/** The actions of an order or a shipment: a button for each that is allowed, the next step first, and the reason for each that is not. */
export function Buttons({ data, shipment, choose }: Props) {
  const { order, actions } = data;
  const next = shipment === null ? nextStep(data) : undefined;
  const isNext = next !== undefined && can(next.shipment ? 'orders:ship' : 'orders:write');
  const mayAct = can(shipment ? 'orders:ship' : 'orders:write');
  // Cancelling asks whether to restock, and correcting says whether the address can change.
  const own = actions.filter(
    ({ action, ...one }) =>
      mayAct && one.shipment === shipment && action !== 'change_address' && (action !== 'restock' || order.cancelled),
  );
  const refused = own.filter(({ code }) => code !== null);
  const others: DialogName[] = shipment
    ? ['edit']
    : ['correct', 'annotate', order.visible ? 'hide' : 'show', ...(order.authorized ? (['unauthorize'] as const) : [])];
  const allowed = own.filter((one) => one.allowed && (next?.shipment || one.action !== next?.action));
  const buttons: Chosen[] = [
    ...(isNext ? [{ name: next.action, shipment: next.shipment ?? undefined }] : []),
    ...[...allowed.map(({ action }) => action), ...(mayAct ? others : [])].map((name) => ({
      name,
      shipment: shipment ?? undefined,
    })),
  ];
  if (buttons.length === 0) return null;
  return (
    <div class="actions">
      {buttons.map((chosen, i) => (
        <button
          key={chosen.name}
          type="button"
          class={i === 0 && isNext ? 'primary' : undefined}
          onClick={() => choose(chosen)}
        >
          {texts.actions[chosen.name]}
        </button>
      ))}
      {refused.length > 0 && <Refused actions={refused} />}
    </div>
  );
}

type Next = Pick<Action, 'action' | 'shipment'>;

/** What this order waits for: the most urgent action that is possible now. */
function nextStep({ order: { balance, cancelled }, actions }: OrderData): Next | undefined {
  const order: Action['action'][] = [
    ...(cancelled ? [] : (['authorize'] as const)),
    ...(balance < 0 ? (['refund'] as const) : []),
    ...(cancelled ? [] : (['ship'] as const)),
    'pay',
  ];
  const possible = actions.filter(({ action, allowed, shipment }) => allowed && (action !== 'ship' || shipment !== null));
  return order.map((wanted) => possible.find(({ action }) => action === wanted)).find((one) => one !== undefined);
}

const Refused = ({ actions }: { actions: { action: DialogName; code: Action['code'] }[] }) => (
  <div class="refused">
    Not possible now:
    <ul>
      {actions.map(({ action, code }) => (
        <li key={action}>
          <b>{texts.actions[action]}</b> {texts.codes[code ?? ''] ?? code}
        </li>
      ))}
    </ul>
  </div>
);
