import type { Author } from '../api/call.ts';
import { type ListQuery, page, type Reader } from '../api/list.ts';
import type { TenantId } from '../db/key.ts';
import { ownFields } from './ownFields.ts';
import type { HistoryEntry, Order, Shipment } from './schema.ts';
import { type Change, codes, type Entry, type History, type OrderState } from './state.ts';

/** Who changes an order: a key, or the store's webhook. */
export type OrderAuthor = Pick<Author, 'operation' | 'key' | 'key_label' | 'actor' | 'request_id'>;

/** The operations whose entries are never dropped: payments, credits, cancelled parts, splits and returns. */
const lasting = 'pckxr';
export const maxOtherChanges = 300;
export const maxOtherBytes = 32 * 1024;

/** The history with the latest change added. Nothing is added if the version is unchanged. */
export function recorded(before: OrderState | undefined, after: OrderState, author: OrderAuthor, now: Date): History {
  const { version } = after.order;
  const { history } = after;
  if (before?.order.version === version) return history;
  const { operation, key, key_label, actor, request_id } = author;
  const known = history.keys.findIndex(([id]) => id === key);
  const keys = known < 0 && key !== null ? [...history.keys, [key, key_label] as History['keys'][number]] : history.keys;
  const index = key === null ? null : known < 0 ? keys.length - 1 : known;
  const changes = before ? changesBetween(before, after) : [];
  const entry: Entry = [now.getTime(), version, codes[operation] ?? operation, index, actor, request_id, changes];
  return { ...history, keys, entries: [...history.entries, entry] };
}

const shipmentFields = ['state', 'target_delivery', 'carrier', 'tracking_number', 'tracking_url'] as const;

function changesBetween(before: OrderState, after: OrderState): Change[] {
  const [from, to] = [before.order, after.order];
  const pairs: Change[] = [
    ...ownFields.map((field): Change => [field, from[field], to[field]]),
    ['restock', freesMore(before, after), freesMore(after, before)],
    ...from.shipments.flatMap(({ id, ...old }) => shipmentChanges(id, old, find(to, id))),
    ...to.shipments.flatMap(({ id, ...added }) => (find(from, id) ? [] : shipmentChanges(id, undefined, added))),
  ];
  const changed = pairs.filter(([, old, current]) => JSON.stringify(old) !== JSON.stringify(current));
  return [
    ...changed.map(
      ([field, old, current]): Change => (field === 'metadata' ? withoutValues(field) : [field, cut(old), cut(current)]),
    ),
    ...to.payments.slice(from.payments.length).map((_, i): Change => ['payment', from.payments.length + i]),
    ...to.credits.slice(from.credits.length).map((_, i): Change => ['credit', from.credits.length + i]),
  ];
}

/** Only says that a field changed. */
const withoutValues = (field: string): Change => [field, null, null];

/** The history without the values of these fields. */
export function withoutValuesOf(fields: readonly string[], { entries, ...rest }: History): History {
  const erased = (change: Change) => (fields.includes(change[0]) ? withoutValues(change[0]) : change);
  return { ...rest, entries: entries.map((entry) => entry.with(6, entry[6].map(erased)) as Entry) };
}

/** Whether the stock of a shipment is free in the first state, and reserved in the other. */
const freesMore = ({ stock: { holdings } }: OrderState, { stock: other }: OrderState) =>
  Object.keys(holdings).some((id) => holdings[id] === 'freed' && other.holdings[id] === 'reserved');

const find = ({ shipments }: Order, wanted: string) => shipments.find(({ id }) => id === wanted);

type Content = Omit<Shipment, 'id'>;

/** A shipment can be new, and it can vanish if all of its units were cancelled. */
const shipmentChanges = (id: string, before: Content | undefined, after: Content | undefined): Change[] => [
  ...(before && after ? shipmentFields.map((field): Change => [`${id}.${field}`, before[field], after[field]]) : []),
  [`${id}.lines`, before ? unitsIn(before) : null, after ? unitsIn(after) : null],
  [`${id}.returned`, before ? returnedIn(before) : 0, after ? returnedIn(after) : 0],
];

const unitsIn = ({ lines }: Content) => lines.map(({ sku, quantity }) => `${quantity} ${sku}`).join(', ');
const returnedIn = ({ lines }: Content) => lines.reduce((sum, { returned }) => sum + returned, 0);

const maxText = 100;

/** Truncates long texts, including those in a customer or an address. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') return [...value].slice(0, maxText).join('');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cut);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Drops the oldest droppable entries beyond the limits, or beyond the `room` in bytes. */
export function trimmed({ keys, entries, ...rest }: History, room: number): History {
  const isLasting = ([, , operation]: Entry) => lasting.includes(operation);
  let bytes = Math.min(maxOtherBytes, room - bytesOf(keys) - bytesOf(entries.filter(isLasting)));
  let count = maxOtherChanges;
  const kept = entries.toReversed().filter((entry) => {
    if (isLasting(entry)) return true;
    bytes -= bytesOf(entry);
    count -= 1;
    return bytes >= 0 && count >= 0;
  });
  return { ...rest, ...(kept.length === entries.length ? { keys, entries } : withUsedKeys(keys, kept.reverse())) };
}

function withUsedKeys(keys: History['keys'], entries: Entry[]): History {
  const used = [...new Set(entries.flatMap(([, , , key]) => (key === null ? [] : [key])))];
  return {
    keys: used.map((key) => keys[key] as History['keys'][number]),
    entries: entries.map((entry) => entry.with(3, entry[3] === null ? null : used.indexOf(entry[3])) as Entry),
  };
}

/** A page of the changes to an order, newest first. */
export function historyPage(load: () => Promise<OrderState>, tenant: TenantId, number: string, query: ListQuery) {
  const operation = `getHistory ${number}`;
  return page({ scope: tenant, operation, query, sourceFor: () => ({ source: reader(load), view: (entry) => entry }) });
}

/** No two entries of an order have the same version. */
const reader = (load: () => Promise<OrderState>): Reader<HistoryEntry> => ({
  positionOf: ({ version }) => String(version),
  read: async (after) => ({
    items: entriesOf(await load()).filter(({ version }) => after === undefined || version < Number(after)),
    last: undefined,
  }),
});

const operations = Object.fromEntries(Object.entries(codes).map(([operation, code]) => [code, operation]));

/** The entries of an order as responses return them, newest first. */
const entriesOf = (state: OrderState): HistoryEntry[] =>
  state.history.entries.toReversed().map(([time, version, operation, key, actor, request_id, changes]) => {
    const [id, label] = key === null ? [] : (state.history.keys[key] as History['keys'][number]);
    return {
      time: new Date(time).toISOString(),
      version,
      operation: operations[operation] ?? operation,
      key: id === undefined ? null : { id, label: label ?? null },
      actor,
      request_id,
      changes: changes.map((change) => changeView(state, change)),
    };
  });

/** What happened to an order, oldest first, as far as its history goes. */
export const changesOf = (state: OrderState) =>
  entriesOf(state)
    .map(({ version, time, operation }) => ({ version, time, operation }))
    .reverse();

function changeView({ order }: OrderState, [field, from, to]: Change): HistoryEntry['changes'][number] {
  if (field === 'payment') return { field, from: null, to: order.payments[from as number]?.id };
  if (field === 'credit') return { field, from: null, to: order.credits[from as number]?.amount };
  return { field: field.includes('.') ? `shipments.${field}` : field, from, to };
}
