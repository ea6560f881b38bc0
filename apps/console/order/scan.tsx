import { useRef, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { canBeFound, realOrders, shipParcel, trackingProblem } from '../../imports/shipParcel.ts';
import { link } from '../address.ts';
import { failureText, told } from '../parts/dialog.tsx';
import { ScanField, TextField } from '../parts/fields.tsx';
import { useLeft } from '../parts/left.ts';
import { Table } from '../parts/table.tsx';
import { actorOption, lastWrite, noteRejectedKey, sessionCheck, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { nameIn, readyLines, readyParcels } from './amounts.ts';
import { AddressBlock, addressLines } from './customer.tsx';
import { parcelOf } from './parcelList.ts';

type Sent = { order: string; tracking: string; outcome: string };

/** Ships one order after another with a scanner: the order, then its parcel. */
export function ScanScreen() {
  const [order, setOrder] = useState<Order>();
  const [carrier, setCarrier] = useState('');
  const [sent, setSent] = useState<Sent[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Scans are handled in turn. Those that were made before a problem was shown are ignored. */
  const waiting = useRef<string[]>([]);
  const isLeft = useLeft();

  async function scan(scanned: string): Promise<void> {
    // Whoever sees nothing happen scans again.
    if (waiting.current.at(-1) === scanned || waiting.current.push(scanned) > 1) return;
    setProblem(undefined);
    setBusy(true);
    lastWrite.sending += 1;
    let current = order;
    const isCurrent = sessionCheck();
    try {
      for (; isCurrent() && waiting.current[0]; waiting.current.shift()) {
        current = current ? await send(current, waiting.current[0]) : await find(waiting.current[0]);
        setOrder(current);
      }
    } catch (error) {
      if (isCurrent()) {
        noteRejectedKey(error);
        lastWrite.isOpen = false;
      }
      const [, ...ignored] = waiting.current.splice(0);
      const reason = failureText(error as Error);
      const text = ignored.length > 0 ? `${reason} Later scans were ignored: ${ignored.join(', ')}.` : reason;
      setProblem(text);
      if (isLeft.current && isCurrent()) told.value = { text, isFailure: true };
    } finally {
      setBusy(false);
      lastWrite.sending -= 1;
    }
  }

  async function send(shown: Order, tracking_number: string): Promise<undefined> {
    const { number, reference } = shown;
    const { store } = storeSession();
    const isCurrent = sessionCheck();
    /** The order as it is now. Throws if something else belongs in its parcel than was shown. */
    async function find(): Promise<Order[]> {
      const fresh = await store.getOrder({ number });
      const labelled = fresh.shipments.filter((one) => one.tracking_number === tracking_number);
      const hasLeft = labelled.length > 0 && labelled.every(({ state }) => state !== 'ready');
      if (hasLeft || readyLines(fresh).length === 0 || parcelText(fresh) === parcelText(shown)) return [fresh];
      setOrder(fresh);
      throw new Error(`Order ${number} has changed. Check what belongs in its parcel, then scan the label again.`);
    }
    const orders = { ...realOrders(store, actorOption()), find };
    if (parcelOf(tracking_number, {}).number === number || tracking_number === reference)
      throw new Error(`${tracking_number} names the order itself. Scan the label of its parcel.`);
    const wrong = trackingProblem(tracking_number);
    if (wrong) throw new Error(`The tracking number ${wrong}.`);
    if (canBeFound(tracking_number) && (await isNamed(tracking_number)))
      throw new Error(`${tracking_number} names another order. Scan the label of the parcel, or choose “Another order”.`);
    const tracking = { tracking_number, ...(carrier.trim() && { carrier: carrier.trim() }) };
    const beforeWrite = () => {
      if (isCurrent()) lastWrite.isOpen = true;
    };
    const { outcome, note } = await shipParcel(orders, { number, reference: '', tracking }, beforeWrite);
    if (isCurrent()) lastWrite.isOpen = false;
    const reason = [texts.parcelOutcomes[outcome], note].filter(Boolean).join(': ');
    if (outcome !== 'shipped' && outcome !== 'already shipped') throw new Error(`Order ${number}: ${reason}`);
    setSent((before) => [{ order: number, tracking: tracking_number, outcome: reason }, ...before]);
  }

  return (
    <>
      <h1>Scan to ship</h1>
      <ScanField
        label={
          order ? `Order ${order.number}: scan the label of the parcel` : 'Scan the order, or enter its number or reference'
        }
        onScan={scan}
      />
      <p role="status">{isBusy && (order ? `Shipping ${order.number} …` : 'Loading …')}</p>
      <div aria-live="assertive">{problem && <p class="notice bad">{problem}</p>}</div>
      {order && <Contents order={order} cancel={() => setOrder(undefined)} />}
      <section>
        <TextField label="Carrier (optional)" maxLength={100} value={carrier} onChange={setCarrier} />
      </section>
      {sent.length > 0 && (
        <Table
          caption="Shipped"
          rows={sent}
          keyOf={({ order, tracking }) => `${order} ${tracking}`}
          columns={[
            { head: 'Order', cell: ({ order: number }) => <a href={link(['orders', number])}>{number}</a> },
            { head: 'Tracking number', cell: ({ tracking }) => tracking },
            { head: 'Outcome', cell: ({ outcome }) => outcome },
          ]}
        />
      )}
    </>
  );
}

/** What is shown: what leaves, in which parcel if there are several, and where to. */
function parcelText(order: Order): string {
  const parcels = readyParcels(order);
  return JSON.stringify([
    order.shipping_address,
    ...parcels.map(({ tracking_number, lines }) => [parcels.length > 1 && tracking_number, lines]),
  ]);
}

/** What belongs in each parcel, and where it goes. */
const Contents = ({ order, cancel }: { order: Order; cancel: () => void }) => (
  <article class="card">
    <h2>Order {order.number}</h2>
    {readyParcels(order).map(({ id, tracking_number, lines }, _, { length }) => (
      <div key={id}>
        {length > 1 && <h3>Parcel {tracking_number ?? 'without a tracking number'}</h3>}
        <ul>
          {lines.map(({ sku, quantity }, i) => (
            <li key={`${sku} ${i}`}>{texts.units(quantity, nameIn(order, sku))}</li>
          ))}
        </ul>
      </div>
    ))}
    {order.shipping_address && <AddressBlock lines={addressLines(order.shipping_address)} />}
    <button type="button" onClick={cancel}>
      Another order
    </button>
  </article>
);

/** Whether an order has this number or reference. */
async function isNamed(text: string): Promise<boolean> {
  const { orders } = await storeSession().store.getOrders({ q: text });
  const { number } = parcelOf(text, {});
  return orders.some((order) => order.number === number || order.reference === text);
}

/** Parcels that have their tracking numbers already can be told apart. */
function whyNotShip(order: Order): string | false {
  if (readyLines(order).length === 0) return texts.nothingToShip;
  const open = order.shipments.filter(({ state, tracking_number }) => state === 'ready' || !tracking_number);
  return open.length > 1 && open.every(({ tracking_number }) => !tracking_number) && texts.parcelOutcomes.several;
}

/** The order with this number or reference. Throws unless it can be shipped. */
async function find(text: string): Promise<Order> {
  const { store } = storeSession();
  const { number, reference } = parcelOf(text, {});
  if (!number && !canBeFound(reference)) {
    throw new Error(`The reference ${text} cannot be searched for. Enter the number of the order instead.`);
  }
  const found = number ? [await store.getOrder({ number })] : (await store.getOrders({ q: reference })).orders;
  const orders = found.filter((order) => number || order.reference === reference);
  const [order] = orders;
  if (!order) throw new Error(`No order has the number or reference ${text}. Check it, or find the order under “Orders”.`);
  if (orders.length > 1) {
    throw new Error(`${orders.length} orders have the reference ${text}. Scan the number of the order instead.`);
  }
  const reason = order.cancelled
    ? texts.codes.order_cancelled
    : order.authorized
      ? whyNotShip(order)
      : texts.codes.order_not_authorized;
  if (reason) throw new Error(`Order ${order.number}: ${reason}`);
  return order;
}
