import { type ReadOptions, useLatest, useLoad } from './reading.tsx';

export type PageQuery<F> = { limit: number; cursor?: string } & Partial<F>;

const pageSize = 100;

/** The query of a page. A cursor contains the filters, but not the limit. */
const queryOf = <F>(filters: F, cursor: string | undefined, limit: number) =>
  ({ limit, ...(cursor ? { cursor } : filters) }) as PageQuery<F>;

/** Reads a list page by page. */
export async function* pagesOf<F, P extends { next_cursor: string | null }>(
  read: (query: PageQuery<F>, options: ReadOptions) => Promise<P>,
  filters: F,
  options: ReadOptions,
  limit = pageSize,
): AsyncGenerator<P, void, void> {
  let cursor: string | undefined;
  do {
    const page = await read(queryOf(filters, cursor, limit), options);
    yield page;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

/** The rows that have been read. Without a cursor they are complete. */
type Rows<T> = { items: T[]; cursor: string | undefined };
export type Pages<T> = ReturnType<typeof usePages<unknown, string, T>>;

const noRows: Rows<never> = { items: [], cursor: undefined };

/** Reads a list page by page, as `useRead` reads. It starts again when the filters change. */
export function usePages<F, N extends string, T>(
  read: (query: PageQuery<F>, options: ReadOptions) => Promise<{ [name in N]: T[] } & { next_cursor: string | null }>,
  name: N,
  filters: F,
) {
  /** Reads the pages after these rows, until there are as many rows as wanted. */
  const readAfter = useLatest(async (before: Rows<T>, wanted: number, options: ReadOptions): Promise<Rows<T>> => {
    let { items, cursor } = before;
    do {
      const page = await read(queryOf(filters, cursor, pageSize), options);
      items = [...items, ...page[name]];
      cursor = page.next_cursor ?? undefined;
    } while (cursor && items.length < wanted);
    return { items, cursor };
  });
  const { shown, now, load, retry } = useLoad((options) => readAfter(noRows, 0, options), JSON.stringify(filters));

  function more(): void {
    const { data, isLoading, error } = now();
    if (data?.cursor && !isLoading && !error) load((options) => readAfter(data, 0, options));
  }

  /** A list that is read again keeps its length. */
  function reload(): void {
    const length = now().data?.items.length ?? 0;
    load((options) => readAfter(noRows, length, options));
  }

  const { data = noRows, isLoading, error, isRetried } = shown;
  const hasMore = shown.data === undefined || data.cursor !== undefined;
  return { items: data.items, hasMore, isLoading, error, isRetried, more, retry, reload };
}
