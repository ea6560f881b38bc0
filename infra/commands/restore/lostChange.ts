import { createHash } from 'node:crypto';
import { orderKey } from '../../../lib/order/orderItem.ts';
import type { StoredKind } from '../../storedKinds.ts';
import type { Difference } from './differences.ts';
import { type Item, laterOf } from './laterOf.ts';

/** A change that was made after the restored time, as the list shows it. */
export type LostChange = {
  kind: StoredKind;
  pk: string;
  sk: string;
  change: 'new' | 'changed';
  /** Whether `--copy` can repeat it in the new table. */
  copy: boolean;
  what: string;
  /** Identifies the state of the item in the new table. A copy is rejected if that state has changed since. */
  seen: string;
  /** A client repeated its request, so another order has taken this one's place. */
  replaces?: { order: string; by: string };
};

/** Changes to other items are not copied, because one may be what the restore should undo, such as a wrong price. */
const copiedIfChanged: StoredKind[] = ['order', 'delivery'];

/** Audit entries describe what happened in the old table, so they stay there. */
const notCopied: StoredKind[] = ['audit entry'];

export function lostChange({ kind, old, current }: Difference): LostChange {
  const { pk, sk } = old;
  const isRecord = kind === 'idempotency record';
  const isOfStock = isRecord && isStockRecord(old);
  const isCopied = !notCopied.includes(kind) && !isOfStock;
  const isNewer = current !== undefined && laterOf(kind, old, current) === 'old';
  const copy = current ? isNewer && copiedIfChanged.includes(kind) : isCopied;
  const isReplaced = isRecord && !isOfStock && current;
  const replaces = isReplaced && { order: pk + orderKey(String(old.outcome)), by: String(current.outcome) };
  return {
    kind,
    pk,
    sk,
    change: current ? 'changed' : 'new',
    copy,
    what: textOf(kind, old, current),
    seen: fingerprint(current),
    ...(replaces && { replaces }),
  };
}

/**
 * The outcome of a stock adjustment is the SKU. A copy would answer a repeated request as if the stock had been adjusted here
 * too.
 */
const isStockRecord = ({ outcome, entry }: Item) => entry !== undefined || !/^(\d+$|(ten|usr|key)_)/.test(String(outcome));

export const fingerprint = (item: Item | undefined): string =>
  item
    ? createHash('sha256')
        .update(JSON.stringify(Object.entries(item).sort()))
        .digest('base64url')
        .slice(0, 22)
    : '';

function textOf(kind: StoredKind, old: Item, current: Item | undefined): string {
  if (kind === 'order') return orderText(old, current);
  if (kind === 'delivery') return `${old.id} of order ${old.order}: ${current ? `${current.state}, then ` : ''}${old.state}`;
  if (kind === 'idempotency record') return recordText(old, current);
  if (kind === 'key') return `${old.id}, ${old.label ?? 'without a label'}`;
  if (kind === 'audit entry') return JSON.parse(old.json as string).operation;
  return current ? fieldsText(partsOf(current), partsOf(old)) : String(old.sku ?? old.name ?? old.sk);
}

function recordText(old: Item, current: Item | undefined): string {
  if (current && isStockRecord(old)) return `${old.outcome} was adjusted in both tables: count its stock`;
  return `outcome ${old.outcome}${current ? `, now ${current.outcome}` : ''}`;
}

type Order = { number: string; total: number; paid: number; refunded: number; payments: { id: string; total: number }[] };

function orderText(old: Item, current: Item | undefined): string {
  const order: Order = JSON.parse(old.json as string);
  const before: Order | undefined = current && JSON.parse(current.json as string);
  const known = before?.payments.length ?? 0;
  const payments = order.payments.slice(known).map(({ id, total }) => `${id} of ${total}`);
  const versions = current ? `version ${current.version} to ${old.version}` : `total ${order.total}`;
  return [`${order.number}: ${versions}`, ...payments].join(', ');
}

/** The attributes of an item, with the fields of its JSON text in their place. */
const partsOf = ({ json, ...rest }: Item): Record<string, unknown> => ({ ...rest, ...(json ? JSON.parse(String(json)) : {}) });

const technical = ['mark', 'version', 'revision', 'schema', 'due', 'due_shard', 'looked', 'listed_at'];

function fieldsText(before: Record<string, unknown>, after: Record<string, unknown>): string {
  const texts = Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
    return from === to || technical.includes(name) ? [] : [`${name} ${cut(from)} to ${cut(to)}`];
  });
  return texts.join(', ') || 'internal state';
}

/** Shortens a value, and hides a secret completely. */
const cut = (text = 'none') => (text.length > 40 || text.includes('whsec_') ? '…' : text);
