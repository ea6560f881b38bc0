import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Pages } from '../pages.ts';
import { Failure } from '../reading.tsx';

export type Column<T> = {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** Left out where the screen is narrow. */
  isExtra?: boolean;
};
export type TableProps<T> = {
  caption: string;
  columns: Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  isMarked?: (row: T) => boolean;
  onFocus?: (key: string) => void;
};

/** A table in which the arrow keys move from row to row, if its rows contain a link or a button. A click on a row opens its link. */
export function Table<T>({ caption, columns, rows, keyOf, isMarked, onFocus }: TableProps<T>) {
  const keyIn = (target: EventTarget | null) => (target as Element).closest('tr')?.dataset.key;
  return (
    <div class="table">
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        {/* The link in the row is what the keyboard uses. */}
        <tbody
          onKeyDown={moveRow}
          onClick={openRow}
          onFocusCapture={onFocus && (({ target }) => onFocus(keyIn(target) as string))}
        >
          {rows.map((row) => (
            <Row key={keyOf(row)} id={keyOf(row)} row={row} columns={columns} isMarked={isMarked?.(row) ?? false} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = <T,>({ isNumber, isExtra }: Column<T>) => [isNumber && 'number', isExtra && 'extra'].filter(Boolean).join(' ');

type RowProps<T> = Pick<TableProps<T>, 'columns'> & { id: string; row: T; isMarked: boolean };

/** Re-renders its cells only if they change, so that a long table stays fast when a page is added. */
const Row = <T,>({ id, row, columns, isMarked }: RowProps<T>) =>
  useMemo(
    () => (
      <tr data-key={id} class={isMarked ? 'marked' : undefined}>
        {columns.map((column) => (
          <td key={column.head} class={classOf(column)}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
    ),
    [id, row, columns, isMarked],
  );

const steps: Record<string, (row: Element) => Element | null | undefined> = {
  ArrowDown: (row) => row.nextElementSibling,
  ArrowUp: (row) => row.previousElementSibling,
  Home: (row) => row.parentElement?.firstElementChild,
  End: (row) => row.parentElement?.lastElementChild,
};

function moveRow(event: KeyboardEvent): void {
  const row = (event.target as Element).closest('tr');
  const next = row && steps[event.key]?.(row)?.querySelector<HTMLElement>('a, button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function openRow({ target }: MouseEvent): void {
  const isOwn = (target as Element).closest('a, button, label, details, td:has(input)');
  if (!isOwn && getSelection()?.isCollapsed) (target as Element).closest('tr')?.querySelector('a')?.click();
}

type PagedProps<T> = Omit<TableProps<T>, 'rows'> & { pages: Pages<T>; empty: string };

/** A list that reads its next page when its end comes near. */
export function PagedTable<T>({ pages, empty, ...table }: PagedProps<T>) {
  const { items, isLoading, error, isRetried, hasMore, more, retry } = pages;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '800px' });
    observer.observe(end.current as Element);
    return () => observer.disconnect();
  }, [items.length, isLoading]);
  return (
    <>
      {items.length > 0 && <Table rows={items} {...table} />}
      {error && <Failure error={error} isRetried={isRetried} retry={retry} />}
      {!isLoading && !error && !hasMore && items.length === 0 && <p class="empty">{empty}</p>}
      <div ref={end} role="status" class="loading">
        {isLoading && !error && 'Loading …'}
      </div>
    </>
  );
}
