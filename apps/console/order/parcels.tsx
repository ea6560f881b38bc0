import { useState } from 'preact/hooks';
import type { Shipment } from '../../../lib/order/schema.ts';
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

/** Ships a parcel, or corrects its state and its tracking. */
export function EditShipmentDialog(props: DialogProps) {
  const { number } = props.data.order;
  const { id, state: before, ...shipment } = shipmentOf(props);
  const [state, setState] = useState<Shipment['state']>(before === 'ready' && props.data.order.authorized ? 'shipped' : before);
  const [carrier, setCarrier] = useState(shipment.carrier ?? '');
  const [tracking, setTracking] = useState(shipment.tracking_number ?? '');
  const [url, setUrl] = useState(shipment.tracking_url ?? '');
  const fields = { carrier, tracking_number: tracking, tracking_url: url };
  return (
    <OrderForm
      {...props}
      title={texts.shipDialog.title(number)}
      submit={texts.shipDialog.submit}
      did={texts.did.ship(number)}
      call={(options) =>
        storeSession().store.updateShipment({ number, id, ...(state !== before && { state }), ...fields }, options)
      }
    >
      <Choice
        label={texts.orders.state}
        value={state}
        options={texts.shipmentStates}
        onChange={(value) => setState(value as Shipment['state'])}
      />
      <TextField label={texts.fields.carrier} name="carrier" maxLength={100} value={carrier} onChange={setCarrier} />
      <TextField
        label={texts.fields.tracking_number}
        name="tracking_number"
        maxLength={100}
        value={tracking}
        onChange={setTracking}
      />
      <TextField
        label={texts.fields.tracking_url}
        name="tracking_url"
        hint={texts.shipDialog.urlHint}
        type="url"
        value={url}
        onChange={setUrl}
      />
    </OrderForm>
  );
}

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
