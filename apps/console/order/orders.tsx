import { useEffect, useRef, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { count, dateTime, endOf, money, personName, startOf } from '../format.ts';
import { type PageQuery, type Pages, usePages } from '../pages.ts';
import { DialogButton } from '../parts/action.tsx';
import { Check, Chip, TextField } from '../parts/fields.tsx';
import { SearchField } from '../parts/search.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import type { ReadOptions } from '../reading.tsx';
import { can, lastOrders, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { Badges } from './badges.tsx';
import { BulkActions, Choose, useChoiceIn } from './bulk.tsx';
import { useLiveOrders } from './liveOrders.ts';
import { NewOrderDialog } from './newOrder.tsx';
import { ShipList } from './shipList.tsx';

/** The filters of the list in groups: the name, the value and the text of each chip. */
const groups: Record<string, [name: string, value: string, text: string][]> = {
  'To do': [
    ['shippable', 'true', 'To ship'],
    ['overpaid', 'true', 'To refund'],
  ],
  Money: [
    ['settled', 'false', 'Not settled'],
    ['settled', 'true', 'Settled'],
  ],
  Goods: Object.entries(texts.shipmentStates).map(([state, text]) => ['shipment_state', state, text]),
  Others: [
    ['authorized', 'false', 'Not authorized'],
    ['authorized', 'true', 'Authorized'],
    ['cancelled', 'false', 'Not cancelled'],
    ['cancelled', 'true', 'Cancelled'],
    ['visible', 'false', 'Hidden'],
  ],
};
/** Filters by a text, which a link sets and a chip removes. */
const textFilters = { sku: 'With', tag: 'Tagged' };
const filterNames = new Set([
  ...Object.values(groups).flatMap((chips) => chips.map(([name]) => name)),
  ...Object.keys(textFilters),
]);

export function OrdersScreen() {
  const { query } = address.value;
  const { at, ...filters } = query;
  const pages = usePages(readPage, 'orders', filters);
  const [orders, isChanged] = useLiveOrders(pages, filters);
  const changed = orders.filter(isChanged).length;
  useFocusOn(at, pages);
  const openFound = useOpenFound(pages);
  useChoiceIn(`${storeSession().tenant.id} ${JSON.stringify(filters)}`);
  lastOrders.query = query;
  return (
    <>
      <div class="title">
        <h1>Orders</h1>
        {can('orders:place') && <DialogButton label="New order" isPrimary dialog={NewOrderDialog} />}
      </div>
      <Filters query={filters} open={openFound} />
      {can('orders:ship') && <ShipList />}
      <div class="row found">
        <p role="status" class="small">
          {orders.length > 0 && foundText(orders.length, pages.hasMore)}{' '}
          {changed > 0 && `${things(changed, 'new or changed order')} since you opened this list. Each is marked.`}{' '}
          {filters.q?.length === 1 && 'Enter at least 2 characters to search.'}
        </p>
        <BulkActions listed={orders} />
      </div>
      <PagedTable
        caption="Orders"
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

const columns: Column<Order>[] = [
  { head: 'Select', cell: (order) => <Choose order={order} /> },
  { head: 'Order', cell: ({ number }) => <a href={link(['orders', number])}>{number}</a> },
  { head: 'Placed', cell: ({ created }) => dateTime(created), isExtra: true },
  { head: 'Customer', cell: ({ customer }) => personName(customer) },
  { head: 'Items', cell: itemsIn, isNumber: true, isExtra: true },
  { head: 'State', cell: (order) => <Badges order={order} /> },
  { head: 'Total', cell: ({ total, currency }) => money(total, currency), isNumber: true, isExtra: true },
  {
    head: 'Due',
    cell: ({ balance, currency }) => <span class={balance === 0 ? 'zero' : undefined}>{money(balance, currency)}</span>,
    isNumber: true,
  },
];

/** The units that were not cancelled. */
function itemsIn({ lines }: Order): string {
  return count(lines.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0));
}

const foundText = (found: number, hasMore: boolean) =>
  hasMore ? `${count(found)}+ orders` : `${count(found)} ${found === 1 ? 'order' : 'orders'}`;

const isInverted = ({ from, to }: Record<string, string>) => Boolean(from && to && to < from);

function emptyText({ order: _, ...filters }: Record<string, string>): string {
  if (isInverted(filters)) return '“Placed until” is before “Placed from”. Change one of them.';
  if (Object.keys(filters).length > 0) return 'No orders match. Remove a filter, or search for something else.';
  return 'No orders yet. Each order appears here as soon as it is placed.';
}

type Query = PageQuery<Record<string, string>>;

async function readPage({ limit, cursor, from = '', to = '', q, order, ...flags }: Query, options: ReadOptions) {
  if (isInverted({ from, to })) return { orders: [], next_cursor: null };
  const known = Object.fromEntries([...filterNames].flatMap((name) => (flags[name] ? [[name, flags[name]]] : [])));
  const range = { ...(from && { created_from: startOf(from) }), ...(to && { created_to: endOf(to) }) };
  // A search has an order of its own.
  const search = q && q.trim().length > 1 ? { q } : order === 'asc' ? { order: 'asc' as const } : {};
  return storeSession().store.getOrders({ limit, cursor, ...known, ...range, ...search }, options);
}

/** The order may have left the list. */
const maxSearched = 1000;

/** Focuses the row given in the URL, loading more pages until it appears, unless the person goes elsewhere meanwhile. */
function useFocusOn(at: string | undefined, { items, more, isLoading, error }: Pages<Order>) {
  const wanted = useRef(at);
  if (at !== wanted.current) wanted.current = undefined;
  useEffect(() => {
    if (!wanted.current || isLoading || error) return;
    const row = document.querySelector<HTMLElement>(`.found ~ * tr[data-key="${CSS.escape(wanted.current)}"] a`);
    if (row || items.length > maxSearched) wanted.current = undefined;
    if (row) row.focus();
    else if (wanted.current) more();
  }, [items.length, isLoading]);
}

/** A function that opens the only order of the list, or else moves to the first one, as soon as the list is loaded. */
function useOpenFound({ isLoading }: Pages<Order>): () => void {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || isLoading) return;
    setWanted(false);
    const links = document.querySelectorAll<HTMLElement>('.found ~ * tbody a');
    if (links.length === 1) links[0]?.click();
    else links[0]?.focus();
  }, [isWanted, isLoading]);
  return () => setWanted(true);
}

/** The filters take a whole small screen, so they begin folded there. */
const isWide = matchMedia('(min-width: 721px)').matches;

function Filters({ query, open }: { query: Record<string, string>; open: () => void }) {
  const { q: _q, at: _at, order: _order, ...active } = query;
  const change = (changes: Record<string, string | undefined>) => changeQuery({ ...changes, at: undefined });
  return (
    <search>
      <SearchField
        label="Search"
        hint="Order, reference or tracking number, name, e-mail address or phone number. Press / to search, and Enter to open."
        value={query.q ?? ''}
        onChange={(q) => change({ q })}
        onEnter={open}
      />
      <details open={isWide}>
        <summary>{Object.keys(active).length === 0 ? 'Filters' : `Filters (${Object.keys(active).length})`}</summary>
        <div class="groups">
          {Object.entries(groups).map(([title, chips]) => (
            <fieldset key={title} class="plain chips">
              <legend>{title}</legend>
              {chips.map(([name, value, text]) => (
                <Chip key={text} isOn={query[name] === value} onChange={(isOn) => change({ [name]: isOn ? value : undefined })}>
                  {text}
                </Chip>
              ))}
            </fieldset>
          ))}
          {Object.entries(textFilters).map(
            ([name, text]) =>
              query[name] && (
                <Chip key={name} isOn onChange={() => change({ [name]: undefined })}>
                  {text} {query[name]}
                </Chip>
              ),
          )}
          {!query.q && (
            <Check
              label="Oldest first"
              value={query.order === 'asc'}
              onChange={(isOn) => change({ order: isOn ? 'asc' : undefined })}
            />
          )}
          <TextField type="date" label="Placed from" value={query.from ?? ''} onChange={(from) => change({ from })} />
          <TextField type="date" label="Placed until" value={query.to ?? ''} onChange={(to) => change({ to })} />
        </div>
      </details>
    </search>
  );
}
