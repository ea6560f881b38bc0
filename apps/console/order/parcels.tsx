import { useState } from 'preact/hooks';
import type { Order, Shipment } from '../../../lib/order/schema.ts';
import { useEdit } from '../parts/edit.ts';
import { Check, Choice, TextField, Units } from '../parts/fields.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { type DialogProps, OrderForm } from './orderForm.tsx';

const shipmentOf = ({ data: { order }, shipment }: DialogProps): Shipment =>
  order.shipments.find(({ id }) => id === shipment) ?? (order.shipments[0] as Shipment);

const nameOf = ({ data: { order } }: DialogProps, sku: string) => order.lines.find((line) => line.sku === sku)?.name ?? sku;

const unitsOf = (props: DialogProps, open: (line: Shipment['lines'][number]) => number) =>
  shipmentOf(props).lines.map((line, i) => ({ id: `${i}`, name: nameOf(props, line.sku), max: open(line) }));

/** The units that were chosen. Throws if there are none. */
function chosen({ lines }: Shipment, units: number[]) {
  const some = lines.map(({ sku }, i) => ({ sku, quantity: units[i] ?? 0 })).filter(({ quantity }) => quantity > 0);
  if (some.length === 0) throw new Error(texts.errors.noUnits);
  return some;
}

/** Corrects the state and the tracking of a parcel. `ships` proposes to ship one that is ready. */
export const shipmentDialog = (ships: boolean) => (props: DialogProps) => {
  const { number } = props.data.order;
  const { id, state } = shipmentOf(props);
  const { store } = storeSession();
  const proposed = ships && state === 'ready' ? { state: 'shipped' as const } : {};
  const fields = ({ shipments }: Order) => {
    const { state, carrier, tracking_number, tracking_url } = shipments.find((one) => one.id === id) as Shipment;
    return { state, carrier: carrier ?? '', tracking_number: tracking_number ?? '', tracking_url: tracking_url ?? '' };
  };
  const edit = useEdit({
    of: props.data.order,
    fields,
    proposed,
    read: (options) => store.getOrder({ number }, options),
  });
  return (
    <OrderForm
      {...props}
      title={texts.shipDialog.title(number)}
      submit={texts.shipDialog.submit}
      did={texts.did.ship(number)}
      edit={edit}
      call={(options) => store.updateShipment({ number, id, ...edit.changed() }, options)}
    >
      <Choice {...edit.choice('state', texts.orders.state, texts.shipmentStates)} />
      <TextField {...edit.field('carrier', texts.fields.carrier)} maxLength={100} />
      <TextField {...edit.field('tracking_number', texts.fields.tracking_number)} maxLength={100} />
      <TextField {...edit.field('tracking_url', texts.fields.tracking_url)} hint={texts.shipDialog.urlHint} type="url" />
    </OrderForm>
  );
};

export function SplitDialog(props: DialogProps) {
  const { number } = props.data.order;
  const shipment = shipmentOf(props);
  const lines = unitsOf(props, ({ quantity }) => quantity);
  const [units, setUnits] = useState(lines.map(() => 0));
  return (
    <OrderForm
      {...props}
      title={texts.splitDialog.title(number)}
      submit={texts.actions.split}
      did={texts.did.split(number)}
      call={(options, idempotencyKey) =>
        storeSession().store.splitShipment(
          { number, from: shipment.id, lines: chosen(shipment, units) },
          { ...options, idempotencyKey },
        )
      }
    >
      <p>{texts.splitDialog.explain}</p>
      <Units label={texts.splitDialog.units} lines={lines} value={units} onChange={setUnits} />
    </OrderForm>
  );
}

export function ReturnDialog(props: DialogProps) {
  const { number } = props.data.order;
  const shipment = shipmentOf(props);
  const lines = unitsOf(props, ({ quantity, returned }) => quantity - returned);
  const [units, setUnits] = useState(lines.map(() => 0));
  const [restock, setRestock] = useState(true);
  const [reason, setReason] = useState('');
  return (
    <OrderForm
      {...props}
      title={texts.returnDialog.title(number)}
      submit={texts.returnDialog.submit}
      did={texts.did.return(number)}
      call={(options, idempotencyKey) =>
        storeSession().store.returnShipment(
          { number, id: shipment.id, lines: chosen(shipment, units), restock, reason },
          { ...options, idempotencyKey },
        )
      }
    >
      <p>{texts.returnDialog.explain}</p>
      <Units label={texts.returnDialog.units} lines={lines} value={units} onChange={setUnits} />
      <Check label={texts.returnDialog.restock} value={restock} onChange={setRestock} />
      <TextField label={texts.reason} name="reason" maxLength={200} value={reason} onChange={setReason} />
    </OrderForm>
  );
}
