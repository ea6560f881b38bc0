import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { waitAfter } from './reading.tsx';
import { noteRejectedKey } from './session.ts';

type Page<T> = { items: T[]; next: string | null };
type State<T> = {
  key: string;
  turn: number;
  items: T[];
  cursor: string | undefined;
  hasMore: boolean;
  isLoading: boolean;
  error?: Error;
};
export type Pages<T> = Pick<State<T>, 'items' | 'hasMore' | 'isLoading'> & {
  error: Error | undefined;
  more: () => void;
  reload: () => void;
  change: (change: (items: T[]) => T[]) => void;
};

/** Reads a list page by page. It starts again when `key`, the filters, changes. Retries automatically as `useRead` does. */
export function usePages<T>(read: (cursor: string | undefined) => Promise<Page<T>>, key: string): Pages<T> {
  const empty: State<T> = { key, turn: 0, items: [], cursor: undefined, hasMore: true, isLoading: true };
  const [, render] = useState(0);
  const held = useRef(empty);
  const reader = useRef(read);
  reader.current = read;

  const load = useCallback(async (state: State<T>) => {
    const set = (next: State<T>) => {
      if (held.current.turn !== state.turn) return;
      held.current = next;
      render((turn) => turn + 1);
    };
    const { error: _, ...rest } = state;
    set({ ...rest, isLoading: true });
    try {
      const { items, next } = await reader.current(state.cursor);
      const shown = held.current.items;
      set({ ...rest, items: [...shown, ...items], cursor: next ?? undefined, hasMore: next !== null, isLoading: false });
    } catch (error) {
      noteRejectedKey(error);
      set({ ...rest, items: held.current.items, error: error as Error, isLoading: false });
      const waitMs = waitAfter(error);
      if (waitMs !== undefined) setTimeout(() => held.current.error === error && load(held.current), waitMs);
    }
  }, []);

  useEffect(() => {
    held.current = { ...empty, turn: held.current.turn + 1 };
    load(held.current);
    return () => {
      held.current = { ...empty, turn: held.current.turn + 1 };
    };
  }, [key]);

  const more = useCallback(() => {
    if (held.current.hasMore && !held.current.isLoading) load(held.current);
  }, []);
  const reload = useCallback(() => {
    held.current = { ...held.current, turn: held.current.turn + 1, items: [], cursor: undefined, hasMore: true };
    load(held.current);
  }, []);
  const change = useCallback((changed: (items: T[]) => T[]) => {
    held.current = { ...held.current, items: changed(held.current.items) };
    render((turn) => turn + 1);
  }, []);

  const { items, hasMore, isLoading, error } = held.current.key === key ? held.current : empty;
  return { items, hasMore, isLoading, error, more, reload, change };
}
