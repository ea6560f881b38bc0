import { useState } from 'preact/hooks';
import type { Order, Shipment } from '../../../lib/order/schema.ts';
import { take, totalPerProduct } from '../../../lib/values/units.ts';
import { StoreError } from '../../client/client.ts';
import { exactText } from '../../money.ts';
import { money } from '../format.ts';
import { useEdit, useFields } from '../parts/edit.ts';
import { Check, Choice, TextField, Units } from '../parts/fields.tsx';
import { can, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { isRejection, throwUncertain } from '../writing.ts';
import { amountIn, chosenLines, maxOf, nameIn, openLines, plus, priceOf, typedAmount } from './amounts.ts';
import { anyOf, type DialogProps, OrderForm } from './orderForm.tsx';
import { costText } from './refund.tsx';

/** The data of a dialog always has its shipment: see OpenDialog. */
const shipmentOf = ({ data: { order }, shipment }: DialogProps): Shipment =>
  order.shipments.find(({ id }) => id === shipment) as Shipment;

const unitsOf = (props: DialogProps, open: (line: Shipment['lines'][number]) => number) =>
  shipmentOf(props).lines.map((line, i) => ({ id: `${i}`, name: nameIn(props.data.order, line.sku), max: open(line) }));

const enteredIn = ({ lines }: Shipment, units: number[]) => lines.map(({ sku }, i) => ({ sku, quantity: units[i] ?? 0 }));

/** The units that were chosen. Throws if there are none. */
function chosen(shipment: Shipment, units: number[]) {
  const some = enteredIn(shipment, units).filter(({ quantity }) => quantity > 0);
  if (some.length === 0) throw new Error('Enter how many units.');
  return some;
}

/** The carrier that this person entered last. Most stores have one. */
const lastCarriers = new WeakMap<object, string>();

/** Corrects the state and the tracking of a parcel. `ships` proposes to ship one that is ready. */
export const shipmentDialog = (ships: boolean) => (props: DialogProps) => {
  const { number } = props.data.order;
  const { id, state, carrier } = shipmentOf(props);
  const lastCarrier = carrier === null && lastCarriers.get(storeSession());
  const proposed =
    ships && state === 'ready' ? { state: 'shipped' as const, ...(lastCarrier && { carrier: lastCarrier }) } : {};
  const fields = ({ shipments }: Order) => {
    const { state, carrier, tracking_number, tracking_url } = shipments.find((one) => one.id === id) ?? shipmentOf(props);
    return { state, carrier: carrier ?? '', tracking_number: tracking_number ?? '', tracking_url: tracking_url ?? '' };
  };
  const edit = useEdit({ of: props.data.order, fields, proposed });
  return (
    <OrderForm
      {...props}
      title={`Shipment of order ${number}`}
      submit="Save shipment"
      did={`Shipment of order ${number} updated.`}
      edit={edit}
      sets={anyOf(edit.changed(), `shipments.${id}.`)}
      call={(options) => {
        const { carrier } = edit.changed();
        if (carrier) lastCarriers.set(storeSession(), carrier);
        return storeSession().store.updateShipment({ number, id, ...edit.changed() }, options);
      }}
    >
      <Choice {...edit.choice('state', 'State', texts.shipmentStates)} />
      <TextField {...edit.field('carrier', 'Carrier')} maxLength={100} />
      <TextField {...edit.field('tracking_number', 'Tracking number')} maxLength={100} />
      <TextField {...edit.field('tracking_url', 'Tracking page')} hint="Starts with https://" type="url" />
    </OrderForm>
  );
};

export function SplitDialog(props: DialogProps) {
  const { number } = props.data.order;
  const shipment = shipmentOf(props);
  const lines = unitsOf(props, ({ quantity }) => quantity);
  // Units that were entered for other lines mean nothing.
  const skus = shipment.lines.map(({ sku }) => sku).join('\n');
  const [entered, setEntered] = useState<{ skus: string; units: number[] }>();
  const units = entered?.skus === skus ? entered.units : lines.map(() => 0);
  return (
    <OrderForm
      {...props}
      title={`Split shipment of order ${number}`}
      submit={texts.actions.split}
      did={`Shipment of order ${number} split.`}
      call={(_, keyed) =>
        storeSession().store.splitShipment({ number, from: shipment.id, lines: chosen(shipment, units) }, keyed)
      }
    >
      <p>The chosen units move to a new shipment. At least one unit stays.</p>
      <Units label="Units to move" lines={lines} value={units} onChange={(units) => setEntered({ skus, units })} />
    </OrderForm>
  );
}

const takenOff = 'Take their price off what is due';

/** Records goods that came back and, if wanted, returns what was paid for them or takes it off the order. */
export function ReturnDialog(props: DialogProps) {
  const { order, actions } = props.data;
  const { number, currency } = order;
  const shipment = shipmentOf(props);
  const lines = unitsOf(props, ({ quantity, returned }) => quantity - returned);
  const [values, input] = useFields({ units: lines.map(() => 0), restock: true, isPaidBack: false, reason: '' });
  const { units, restock, isPaidBack, reason } = values;
  const [typed, setTyped] = useState<string>();
  // On a cancelled order no line can be refunded.
  const mayRefund = !order.cancelled && can('orders:write');
  const isUnclear = mayRefund && units.some((quantity, i) => quantity > 0 && hasSeveralPrices(order, shipment.lines[i]?.sku));
  const possible = mayRefund && !isUnclear ? actions.filter(({ allowed }) => allowed) : [];
  const [maxRefund, maxCredit] = [maxOf(possible, 'refund'), maxOf(possible, 'credit')];
  const ordered = orderedLines(order, shipment, units);
  const price = priceOf(order, ordered);
  // What is still due comes off first. Only the rest was paid.
  const credit = Math.min(price, maxCredit);
  const rest = plus(price, -credit, currency);
  const kind = price === 0 ? undefined : rest === 0 ? 'credit' : maxRefund > 0 ? 'refund' : undefined;
  const moved = isPaidBack ? kind : undefined;
  const text = typed ?? exactText(Math.min(rest, maxRefund), currency);
  const amount = moved === 'refund' ? typedAmount(text, currency) : 0;
  const count = units.reduce((sum, quantity) => sum + quantity, 0);
  return (
    <OrderForm
      {...props}
      title={`Return of order ${number}`}
      submit="Record return"
      did={(failure: unknown) =>
        failure instanceof StoreError
          ? `Return for order ${number} recorded, but the service rejected a refund or credit for it. Look at the order, and record what is missing.`
          : `Return for order ${number} recorded.`
      }
      call={async (_, keyed) => {
        const { store } = storeSession();
        const goods = { lines: chosen(shipment, units), restock, reason };
        const total = moved === 'refund' ? -amountIn(text, currency) : 0;
        if (-total > maxRefund) throw new Error(texts.maxRefund(money(maxRefund, currency)));
        await store.returnShipment({ number, id: shipment.id, ...goods }, keyed);
        if (!moved) return;
        const lines = chosenLines(ordered);
        const { version: _version, idempotencyKey, ...options } = keyed;
        const optionsFor = (part: string) => ({ ...options, idempotencyKey: `${idempotencyKey}-${part}` });
        try {
          if (total < 0) await store.createPayment({ number, method: 'refund', total, lines, reason }, optionsFor('refund'));
          // The refund counts the units, so its credit is an amount.
          const what = moved === 'refund' ? { amount: credit } : { lines };
          if (credit > 0) await store.createCredit({ number, reason, ...what }, optionsFor('credit'));
        } catch (error) {
          return ifRejected(error);
        }
      }}
    >
      <p>Records goods that came back.</p>
      <Units label="Units that came back" lines={lines} {...input('units')} />
      <Check label="Make them available again" {...input('restock')} />
      {isUnclear && <p class="notice">{texts.severalPrices}</p>}
      {kind && (
        <Check
          label={kind === 'credit' ? takenOff : credit > 0 ? `${takenOff}, refund the rest` : 'Refund them too'}
          {...input('isPaidBack')}
        />
      )}
      {moved === 'refund' && <TextField label={`Amount in ${currency}`} inputMode="decimal" value={text} onChange={setTyped} />}
      <TextField label="Reason (optional)" name="reason" maxLength={200} {...input('reason')} />
      {count > 0 && (
        <p class="preview" aria-live="polite">
          {things(count, 'unit')} {restock ? 'back to stock' : 'back, not restocked'}.{' '}
          {moved && amount !== undefined && (
            <>
              {moved === 'refund' && `Refund of ${money(amount, currency)}. `}
              {costText(order, plus(amount, credit, currency), plus(order.balance, -credit, currency))}
            </>
          )}
        </p>
      )}
    </OrderForm>
  );
}

/** Whether open lines of this product have different prices or tax rates, so a parcel does not show which line came back. */
function hasSeveralPrices(order: Order, sku: string | undefined): boolean {
  const open = openLines(order);
  const lines = order.lines.filter((line, i) => line.sku === sku && (open[i]?.max ?? 0) > 0);
  return new Set(lines.map(({ price, tax_rate }) => `${price} ${tax_rate}`)).size > 1;
}

/** The units of the order's lines for these units of a shipment, as far as they can still be refunded or credited. */
function orderedLines(order: Order, shipment: Shipment, units: number[]): number[] {
  const open = openLines(order).map(({ max }, i) => ({ sku: order.lines[i]?.sku ?? '', quantity: max }));
  return take(totalPerProduct(enteredIn(shipment, units)), open);
}

/** The goods are recorded by now, so a rejection is part of the outcome, and any other error must not say that nothing was done. */
function ifRejected(error: unknown): StoreError {
  if (error instanceof StoreError && isRejection(error, error.uncertain)) return error;
  return throwUncertain(error as Error);
}
