import { useEffect, useRef } from 'preact/hooks';
import type { Order } from '../../lib/order/schema.ts';
import { StoreError } from '../client/client.ts';
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
    let page = await store.getOrders({ updated_from: from, limit: 100 });
    for (;;) {
      if (!isStopped && page.orders.length > 0) onChange(page.orders);
      if (!page.next_cursor || isStopped) return page.synced_until ?? from;
      page = await store.getOrders({ cursor: page.next_cursor });
    }
  }

  timer = setTimeout(look, pollMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
