import type { HistoryEntry, Order } from '../../../lib/order/schema.ts';
import { actorName, dateTime, money, valueText } from '../format.ts';
import { texts } from '../texts.ts';

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
        <b>{texts.operations[operation] ?? operation}</b> <span class="small">{whoOf(entry)}</span>
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
  (key ? texts.history.byKey(key.label ?? key.id) : operation === 'confirm-order' ? texts.history.byWebhook : '');

function changeText(order: Order, field: string, from: unknown, to: unknown): string {
  if (field === 'payment') {
    const payment = order.payments.find(({ id }) => id === to);
    if (!payment) return `${to}`;
    const { total, method, reason } = payment;
    return texts.history.payment(money(total, order.currency), texts.methods[method] ?? method, reason);
  }
  if (field === 'credit') return texts.history.credit(money(Number(to), order.currency));
  const [, id, name] = /^shipments\.([^.]+)\.(.+)$/.exec(field) ?? [];
  const i = order.shipments.findIndex((shipment) => shipment.id === id);
  const label = name ? texts.history.shipment(i + 1, texts.fields[name] ?? name) : (texts.fields[field] ?? field);
  // The history keeps no values of metadata, or of fields that were erased.
  if ((from ?? to ?? null) === null) return label;
  return texts.history.change(label, valueText(from, texts.shipmentStates), valueText(to, texts.shipmentStates));
}
