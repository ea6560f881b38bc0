import type { TenantId } from '../db/key.ts';
import { type ListQuery, page, type Reader } from '../list.ts';
import { getOrderState } from './data.ts';
import { type Change, codes, type History } from './historyEntry.ts';
import type { HistoryEntry, Shipment } from './schema.ts';
import type { OrderState } from './state.ts';

/** The changes of an order, newest first. */
export async function getHistory(tenant: TenantId, number: string, query: ListQuery) {
  const entries = entriesOf(await getOrderState(tenant, number));
  const operation = `getHistory ${number}`;
  return page({ scope: tenant, operation, query, sourceFor: () => ({ source: reader(entries), view: (entry) => entry }) });
}

/** No two entries of an order have the same version. */
const reader = (entries: HistoryEntry[]): Reader<HistoryEntry> => ({
  maxItems: entries.length,
  positionOf: ({ version }) => String(version),
  read: async (after, limit) => {
    const rest = entries.filter(({ version }) => after === undefined || version < Number(after));
    const items = rest.slice(0, limit);
    return { items, last: items.length < rest.length ? String(items.at(-1)?.version) : undefined };
  },
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

function changeView({ order, credits }: OrderState, [field, from, to]: Change): HistoryEntry['changes'][number] {
  if (field === 'payment') return { field, from: null, to: order.payments[from as number]?.id };
  if (field === 'credit') return { field, from: null, to: credits[from as number]?.amount };
  return {
    field: field.replace(/\d+/, (i) => `shipments.${(order.shipments[Number(i)] as Shipment).id}`),
    from,
    to,
  };
}
