import type { StoredKind } from '../../storedKinds.ts';

export type Item = Record<string, unknown> & { pk: string; sk: string };

/** Which of two states of an item is the later one. `both` changed if neither follows from the other. */
export type Later = 'old' | 'current' | 'both';

/** In a restored table, the old state is the later one. After a failover, the new region may have changed it further. */
export function laterOf(kind: StoredKind, old: Item, current: Item): Later {
  if (kind === 'order') return laterOrder(old, current);
  if (kind === 'delivery') return laterDelivery(old, current);
  if (kind === 'key') return current.revoked ? 'current' : 'old';
  return 'both';
}

function laterOrder(old: Item, current: Item): Later {
  if (follows(old, current)) return 'old';
  return follows(current, old) ? 'current' : 'both';
}

/** The history of a later state contains the latest change of the earlier one. */
function follows(later: Item, earlier: Item): boolean {
  const entriesOf = ({ internal }: Item): string[] =>
    (JSON.parse(internal as string).history?.entries ?? []).map((entry: unknown) => JSON.stringify(entry));
  const latest = entriesOf(earlier).at(-1);
  const isKnown = latest === undefined || entriesOf(later).includes(latest);
  return isKnown && Number(later.revision) > Number(earlier.revision) && Number(later.version) >= Number(earlier.version);
}

function laterDelivery(old: Item, current: Item): Later {
  if (current.state === 'delivered') return 'current';
  return old.state === 'delivered' || Number(old.tries) > Number(current.tries) ? 'old' : 'current';
}
