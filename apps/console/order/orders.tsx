import { useEffect, useRef } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { addDays, dateTime, money, personName, startOf } from '../format.ts';
import { type PageQuery, type Pages, usePages } from '../pages.ts';
import { Chip, TextField } from '../parts/fields.tsx';
import { SearchField } from '../parts/search.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import type { ReadOptions } from '../reading.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Badges } from './badges.tsx';
import { useLiveOrders } from './liveOrders.ts';

/** A filter of the list, its value, and the text of its chip. */
const chips = Object.entries(texts.orders.chips).map(([filter, text]) => {
  const [name, value] = filter.split('=') as [string, string];
  return { name, value, text };
});

export function OrdersScreen() {
  const { query } = address.value;
  const { at, ...filters } = query;
  const pages = usePages(readPage, 'orders', filters);
  const [orders, isChanged] = useLiveOrders(pages, filters);
  const changes = orders.filter(isChanged).length;
  useFocusOn(at, pages);
  lastList.href = link(['orders'], query);
  return (
    <>
      <h1>{texts.orders.title}</h1>
      <Filters query={filters} />
      <p role="status" class="small">
        {changes > 0 && texts.orders.changed(changes)} {filters.q?.length === 1 && texts.orders.short}
      </p>
      <PagedTable
        caption={texts.orders.title}
        pages={{ ...pages, items: orders }}
        empty={emptyText(filters)}
        columns={columns}
        keyOf={({ number }) => number}
        isMarked={isChanged}
        onFocus={(number) => number !== at && changeQuery({ at: number })}
      />
    </>
  );
}

/** Where "back to the list" leads. */
export const lastList = { href: link(['orders']) };

const columns: Column<Order>[] = [
  { head: texts.orders.number, cell: ({ number }) => <a href={link(['orders', number])}>{number}</a> },
  { head: texts.orders.placed, cell: ({ created }) => dateTime(created), isExtra: true },
  { head: texts.orders.customer, cell: ({ customer }) => personName(customer) },
  { head: texts.orders.state, cell: (order) => <Badges order={order} /> },
  { head: texts.orders.total, cell: ({ total, currency }) => money(total, currency), isNumber: true, isExtra: true },
  { head: texts.orders.balance, cell: ({ balance, currency }) => money(balance, currency), isNumber: true },
];

const isInverted = ({ from, to }: Record<string, string>) => Boolean(from && to && to < from);

const emptyText = (filters: Record<string, string>) =>
  isInverted(filters) ? texts.orders.inverted : texts.orders[Object.keys(filters).length > 0 ? 'empty' : 'none'];

type Query = PageQuery<Record<string, string>>;

async function readPage({ limit, cursor, from = '', to = '', q, ...flags }: Query, options: ReadOptions) {
  if (isInverted({ from, to })) return { orders: [], next_cursor: null };
  const known = Object.fromEntries(chips.flatMap(({ name }) => (flags[name] ? [[name, flags[name]]] : [])));
  const range = { ...(from && { created_from: startOf(from) }), ...(to && { created_to: startOf(addDays(to, 1)) }) };
  const search = q && q.trim().length > 1 ? { q } : {};
  return storeSession().store.getOrders({ limit, cursor, ...known, ...range, ...search }, options);
}

/** Focuses the row given in the URL, loading more pages until it appears. */
function useFocusOn(at: string | undefined, { items, more, isLoading, error }: Pages<Order>) {
  const wanted = useRef(at);
  useEffect(() => {
    if (!wanted.current || isLoading || error) return;
    const row = document.querySelector(`tr[data-key="${CSS.escape(wanted.current)}"] a`);
    if (row instanceof HTMLElement) {
      wanted.current = undefined;
      row.focus();
    } else more();
  }, [items.length, isLoading]);
}

function Filters({ query }: { query: Record<string, string> }) {
  const change = (changes: Record<string, string | undefined>) => changeQuery({ ...changes, at: undefined });
  return (
    <search class="filters">
      <SearchField
        label={texts.orders.search}
        hint={texts.orders.searchHint}
        value={query.q ?? ''}
        onChange={(q) => change({ q })}
      />
      <fieldset class="plain chips" aria-label={texts.orders.filters}>
        {chips.map(({ name, value, text }) => (
          <Chip key={text} isOn={query[name] === value} onChange={(isOn) => change({ [name]: isOn ? value : undefined })}>
            {text}
          </Chip>
        ))}
      </fieldset>
      <TextField type="date" label={texts.orders.from} value={query.from ?? ''} onChange={(from) => change({ from })} />
      <TextField type="date" label={texts.orders.to} value={query.to ?? ''} onChange={(to) => change({ to })} />
    </search>
  );
}
