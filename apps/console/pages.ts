import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { waitAfter } from './reading.tsx';
import { noteRejectedKey } from './session.ts';

export type PageQuery<F> = { limit: number; cursor?: string } & Partial<F>;

const pageSize = 100;

/** The query of a page. A cursor contains the filters, but not the limit. */
const queryOf = <F>(filters: F, cursor: string | undefined, limit: number) =>
  ({ limit, ...(cursor ? { cursor } : filters) }) as PageQuery<F>;

/** Reads a list page by page. */
export async function* pagesOf<F, P extends { next_cursor: string | null }>(
  read: (query: PageQuery<F>) => Promise<P>,
  filters: F,
  limit = pageSize,
): AsyncGenerator<P, void, void> {
  let cursor: string | undefined;
  do {
    const page = await read(queryOf(filters, cursor, limit));
    yield page;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

type State<T> = {
  key: string;
  turn: number;
  items: T[];
  cursor: string | undefined;
  /** The rows to read before any is shown. A list that is read again keeps its length. */
  wanted: number;
  hasMore: boolean;
  isLoading: boolean;
  error?: Error;
};
export type Pages<T> = Pick<State<T>, 'items' | 'hasMore' | 'isLoading'> & {
  error: Error | undefined;
  more: () => void;
  retry: () => void;
  reload: () => void;
};

/** Reads a list page by page. It starts again when the filters change. Retries automatically as `useRead` does. */
export function usePages<F, N extends string, T>(
  read: (query: PageQuery<F>) => Promise<{ [name in N]: T[] } & { next_cursor: string | null }>,
  name: N,
  filters: F,
): Pages<T> {
  const key = JSON.stringify(filters);
  const empty: State<T> = { key, turn: 0, items: [], cursor: undefined, wanted: 0, hasMore: true, isLoading: true };
  const [, render] = useState(0);
  const held = useRef(empty);
  const readPage = (cursor: string | undefined) => read(queryOf(filters, cursor, pageSize));
  const reader = useRef(readPage);
  reader.current = readPage;

  const load = useCallback(async (state: State<T>) => {
    const set = (next: State<T>) => {
      if (held.current.turn !== state.turn) return;
      held.current = next;
      render((turn) => turn + 1);
    };
    const { error: _, ...rest } = state;
    set({ ...rest, isLoading: true });
    try {
      let { cursor } = state;
      const items = cursor ? [...state.items] : [];
      do {
        const page = await reader.current(cursor);
        items.push(...page[name]);
        cursor = page.next_cursor ?? undefined;
      } while (cursor && items.length < state.wanted);
      set({ ...rest, items, cursor, hasMore: cursor !== undefined, wanted: 0, isLoading: false });
    } catch (error) {
      noteRejectedKey(error);
      set({ ...rest, error: error as Error, isLoading: false });
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

  const retry = useCallback(() => load(held.current), []);
  const more = useCallback(() => {
    const { hasMore, isLoading, error } = held.current;
    if (hasMore && !isLoading && !error) load(held.current);
  }, []);
  const reload = useCallback(() => {
    const { turn, items } = held.current;
    held.current = { ...held.current, turn: turn + 1, cursor: undefined, wanted: items.length, hasMore: true };
    load(held.current);
  }, []);

  const { items, hasMore, isLoading, error } = held.current.key === key ? held.current : empty;
  return { items, hasMore, isLoading, error, more, retry, reload };
}
