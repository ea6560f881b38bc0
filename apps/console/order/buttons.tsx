import type { Action } from '../../../lib/order/schema.ts';
import { can } from '../session.ts';
import { texts } from '../texts.ts';
import type { DialogName } from './dialogs.ts';
import type { OrderData } from './orderForm.tsx';

export type Chosen = { name: DialogName; shipment: string | undefined };

type Props = { data: OrderData; shipment: string | null; choose: (chosen: Chosen) => void };

/** The actions of an order or a shipment: a button for each that is allowed, the reason for each that is not. */
export function Buttons({ data: { order, actions }, shipment, choose }: Props) {
  if (!can(shipment ? 'orders:ship' : 'orders:write')) return null;
  // Cancelling asks whether to restock, and correcting says whether the address can change.
  const own = actions.filter(
    ({ action, ...one }) =>
      one.shipment === shipment && action !== 'change_address' && (action !== 'restock' || order.cancelled),
  );
  const refused = own.filter(({ code }) => code !== null);
  const others: DialogName[] = shipment
    ? ['edit']
    : ['correct', order.visible ? 'hide' : 'show', ...(order.authorized ? (['unauthorize'] as const) : [])];
  const names: DialogName[] = [...own.filter(({ allowed }) => allowed).map(({ action }) => action), ...others];
  return (
    <div class="actions">
      {names.map((name, i) => (
        <button
          key={name}
          type="button"
          class={i === 0 && !shipment ? 'primary' : undefined}
          onClick={() => choose({ name, shipment: shipment ?? undefined })}
        >
          {texts.actions[name]}
        </button>
      ))}
      {refused.length > 0 && <Refused actions={refused} />}
    </div>
  );
}

const Refused = ({ actions }: { actions: { action: DialogName; code: Action['code'] }[] }) => (
  <div class="refused">
    {texts.order.notPossible}
    <ul>
      {actions.map(({ action, code }) => (
        <li key={action}>
          <b>{texts.actions[action]}</b> {texts.codes[code ?? ''] ?? code}
        </li>
      ))}
    </ul>
  </div>
);
