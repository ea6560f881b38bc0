import { useEffect, useRef } from 'preact/hooks';
import type { Order } from '../../lib/order/schema.ts';
import { StoreError } from '../client/client.ts';
import { pagesOf } from './pages.ts';
import { can, noteRejectedKey, storeSession } from './session.ts';

const pollMs = 3_000;
const overlapMs = 60_000;

/**
 * Calls back with orders that have changed since the screen opened, while the tab is visible. The same order can be passed more
 * than once.
 */
export function useChanges(onChange: (orders: Order[]) => void): void {
  const callback = useRef(onChange);
  callback.current = onChange;
  useEffect(() => (can('orders:read') ? poll((orders) => callback.current(orders)) : undefined), []);
}

function poll(onChange: (orders: Order[]) => void): () => void {
  const { store } = storeSession();
  let from = new Date(Date.now() - overlapMs).toISOString();
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;

  async function look(): Promise<void> {
    let waitMs = pollMs;
    try {
      if (document.visibilityState === 'visible') from = await walk();
    } catch (error) {
      noteRejectedKey(error);
      waitMs = Math.max(pollMs, ((error instanceof StoreError && error.retryAfter) || 0) * 1000);
    }
    if (!isStopped) timer = setTimeout(look, waitMs);
  }

  /** Follows every page, then returns where the next walk begins. */
  async function walk(): Promise<string> {
    let next = from;
    for await (const { orders, synced_until } of pagesOf(store.getOrders, { updated_from: from })) {
      if (isStopped) break;
      if (orders.length > 0) onChange(orders);
      next = synced_until ?? from;
    }
    return next;
  }

  timer = setTimeout(look, pollMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
