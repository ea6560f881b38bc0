import { useEffect } from 'preact/hooks';
import type { Order } from '../../lib/order/schema.ts';
import { pagesOf } from './pages.ts';
import { useLatest } from './reading.tsx';
import { can, noteRejectedKey, storeSession } from './session.ts';

const pollMs = 3_000;
const overlapMs = 60_000;

/**
 * Calls back with orders that have changed, while the tab is visible: those of the last minute and from then on. The same order
 * can be passed more than once.
 */
export function useChanges(onChange: (orders: Order[]) => void): void {
  const callback = useLatest(onChange);
  useEffect(() => (can('orders:read', 'orders:ship') ? poll(callback) : undefined), []);
}

function poll(onChange: (orders: Order[]) => void): () => void {
  const { store } = storeSession();
  const controller = new AbortController();
  const { signal } = controller;
  let from = new Date(Date.now() - overlapMs).toISOString();
  let timer = setTimeout(look, pollMs);

  async function look(): Promise<void> {
    try {
      if (document.visibilityState === 'visible') from = await walk();
    } catch (error) {
      noteRejectedKey(error);
    }
    if (!signal.aborted) timer = setTimeout(look, pollMs);
  }

  /** Follows every page, then returns where the next walk begins. */
  async function walk(): Promise<string> {
    let next = from;
    for await (const { orders, synced_until } of pagesOf(store.getOrders, { updated_from: from }, { signal })) {
      if (signal.aborted) break;
      if (orders.length > 0) onChange(orders);
      next = synced_until ?? from;
    }
    return next;
  }

  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
