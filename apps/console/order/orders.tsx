import { useEffect, useRef, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { useChanges } from '../feed.ts';
import { addDays, dateTime, money, personName, startOf } from '../format.ts';
import { type Pages, usePages } from '../pages.ts';
import { Chip, TextField } from '../parts/fields.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Badges } from './badges.tsx';

const pageSize = 100;
const searchDelayMs = 250;

/** A filter of the list, its value, and the text of its chip. */
const chips = Object.entries(texts.orders.chips).map(([filter, text]) => {
  const [name, value] = filter.split('=') as [string, string];
  return { name, value, text };
});

export function OrdersScreen() {
  const { query } = address.value;
  const { at, ...filters } = query;
  const pages = usePages((cursor) => readPage(filters, cursor), JSON.stringify(filters));
  const [marked, setMarked] = useState(new Set<string>());
  const [unseen, setUnseen] = useState(0);
  useFocusOn(at, pages);
  useChanges((changes) => {
    const versions = new Map(pages.items.map(({ number, version }) => [number, version]));
    const newer = changes.filter(({ number, version }) => version > (versions.get(number) ?? Number.POSITIVE_INFINITY));
    const isLoaded = pages.items.length > 0 || !pages.hasMore;
    const takesNew = isLoaded && Object.keys(filters).length === 0;
    const top = takesNew ? Number(pages.items[0]?.number ?? 0) : Number.POSITIVE_INFINITY;
    const added = changes.filter(({ number }) => Number(number) > top && !versions.has(number));
    if (newer.length + added.length === 0) return;
    const byNumber = new Map(newer.map((order) => [order.number, order]));
    pages.change((items) => [...added.toReversed(), ...items.map((order) => byNumber.get(order.number) ?? order)]);
    setMarked((before) => new Set([...before, ...[...newer, ...added].map(({ number }) => number)]));
    setUnseen((before) => before + newer.length + added.length);
  });
  lastList.href = link(['orders'], query);
  return (
    <>
      <h1>{texts.orders.title}</h1>
      <Filters query={filters} />
      <p role="status" class="small">
        {unseen > 0 && texts.orders.changed(unseen)} {filters.q?.length === 1 && texts.orders.short}
      </p>
      <PagedTable
        caption={texts.orders.title}
        pages={pages}
        empty={emptyText(filters)}
        columns={columns}
        keyOf={({ number }) => number}
        isMarked={({ number }) => marked.has(number)}
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

async function readPage(filters: Record<string, string>, cursor: string | undefined) {
  if (isInverted(filters)) return { items: [], next: null };
  const { store } = storeSession();
  const { from, to, q, ...flags } = filters;
  const known = Object.fromEntries(chips.flatMap(({ name }) => (flags[name] ? [[name, flags[name]]] : [])));
  const range = { ...(from && { created_from: startOf(from) }), ...(to && { created_to: startOf(addDays(to, 1)) }) };
  const search = q && q.trim().length > 1 ? { q } : {};
  const page = await store.getOrders(cursor ? { cursor } : { limit: pageSize, ...known, ...range, ...search });
  return { items: page.orders, next: page.next_cursor };
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
  const [q, setQ] = useState(query.q ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (changes: Record<string, string | undefined>) => changeQuery({ ...changes, at: undefined });
  function search(text: string) {
    setQ(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change({ q: text.trim() || undefined }), searchDelayMs);
  }
  return (
    <search class="filters">
      <TextField type="search" label={texts.orders.search} hint={texts.orders.searchHint} value={q} onChange={search} />
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
