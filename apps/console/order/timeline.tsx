import type { HistoryEntry, Order } from '../../../lib/order/schema.ts';
import { actorName, dateTime, money, valueText } from '../format.ts';
import { texts } from '../texts.ts';

const operations: Record<string, string> = {
  placeOrder: 'Placed',
  updateOrder: 'Changed',
  updateShipment: 'Shipment changed',
  createPayment: 'Payment or refund',
  createCredit: 'Credited',
  cancelPart: 'Cancelled in part',
  eraseCustomer: 'Customer erased',
  splitShipment: 'Shipment split',
  returnShipment: 'Return recorded',
  'confirm-order': 'Decided by the webhook',
};

const fields: Record<string, string> = {
  authorized: 'Authorized',
  cancelled: 'Cancelled',
  visible: 'Visible',
  restock: 'Restocked',
  customer: 'Customer',
  shipping_address: 'Shipping address',
  billing_address: 'Billing address',
  note: 'Note',
  reference: 'Reference',
  tags: 'Tags',
  metadata: 'Metadata',
  state: 'State',
  target_delivery: 'Planned delivery',
  carrier: 'Carrier',
  tracking_number: 'Tracking number',
  tracking_url: 'Tracking page',
  lines: 'Units',
  returned: 'Returned units',
};

/** The order's history, newest first. */
export const Timeline = ({ order, entries }: { order: Order; entries: HistoryEntry[] }) => (
  <ol class="timeline" reversed>
    {entries.map((entry) => (
      <Entry key={entry.version} entry={entry} order={order} />
    ))}
  </ol>
);

export function Entry({ entry, order }: { entry: HistoryEntry; order: Order }) {
  const { time, operation, changes } = entry;
  return (
    <li>
      <p>
        <b>{operations[operation] ?? operation}</b> <span class="small">{whoOf(entry)}</span>
      </p>
      {changes.map(({ field, from, to }) => (
        <p key={field} class="small">
          {changeText(order, field, from, to)}
        </p>
      ))}
      <time class="small" dateTime={time}>
        {dateTime(time)}
      </time>
    </li>
  );
}

export const whoOf = ({ actor, key, operation }: HistoryEntry) =>
  (actor && actorName(actor)) ??
  (key ? `with the key “${key.label ?? key.id}”` : operation === 'confirm-order' ? "by the store's webhook" : '');

function changeText(order: Order, field: string, from: unknown, to: unknown): string {
  if (field === 'payment') {
    const payment = order.payments.find(({ id }) => id === to);
    if (!payment) return `${to}`;
    const { total, method, reason } = payment;
    return `${money(total, order.currency)}, ${texts.methods[method] ?? method}${reason ? `: ${reason}` : ''}`;
  }
  if (field === 'credit') return `${money(Number(to), order.currency)} credited`;
  const [, id, name] = /^shipments\.([^.]+)\.(.+)$/.exec(field) ?? [];
  const i = order.shipments.findIndex((shipment) => shipment.id === id);
  const label = name ? shipmentText(i + 1, fields[name] ?? name) : (fields[field] ?? field);
  // The history keeps no values of metadata, or of fields that were erased.
  if ((from ?? to ?? null) === null) return label;
  return `${label}: ${valueText(from, texts.shipmentStates)} → ${valueText(to, texts.shipmentStates)}`;
}

const shipmentText = (position: number, field: string) =>
  `${position === 0 ? 'Removed shipment' : `Shipment ${position}`}, ${field.toLowerCase()}`;
