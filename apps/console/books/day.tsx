import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../../../lib/order/schema.ts';
import { dayAfter } from '../../../lib/values/calendar.ts';
import { amountText } from '../../money.ts';
import type { Period } from '../../ops/days.ts';
import { readChanged } from '../../ops/orderPages.ts';
import { orderColumns, paymentsIn } from '../../ops/orderRows.ts';
import { address, changeQuery, link } from '../address.ts';
import { download } from '../download.ts';
import { count, currency, date, endOf, money, startOf, today } from '../format.ts';
import { pagesOf } from '../pages.ts';
import { TextField } from '../parts/fields.tsx';
import { Section, TableSection } from '../parts/section.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts, things } from '../texts.ts';
import { type ClosedDay, closeDay } from './closeDay.ts';
import { PaymentList } from './paymentList.tsx';

const placedPage = 1000;
/** While a year is typed, the field holds years such as 0002. */
const firstDay = '2000-01-01';

/** Closes a day: what was ordered, paid and is due, and every order that somebody must look at. */
export function DayTab() {
  const { day = today() } = address.value.query;
  /** What is in the field, which need not be a day yet. */
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const [seen, setSeen] = useState(0);
  const placed = useRead((options) => readPlaced(day, options), day);
  const changed = useRead((options) => readDay(day, options, setSeen), day);
  return (
    <>
      <section>
        <TextField
          label="Day"
          type="date"
          hint={typed > today() ? 'This day is in the future.' : undefined}
          value={typed}
          onChange={(chosen) => {
            setTyped(chosen);
            if (chosen >= firstDay && chosen <= today()) changeQuery({ day: chosen });
          }}
        />
      </section>
      {can('orders:write') && (
        <PaymentList
          done={() => {
            placed.reload();
            changed.reload();
          }}
        />
      )}
      <Show of={placed}>{(orders) => <Closed day={day} placed={orders} changed={changed.data} />}</Show>
      <Show
        of={changed}
        loading={`Reading all orders that have changed since this day began, to find the payments and refunds of the day: ${count(seen)} so far …`}
      />
    </>
  );
}

/** The orders that were placed on this day, lowest number first. */
async function readPlaced(day: string, options: ReadOptions): Promise<Order[]> {
  const placed: Order[] = [];
  const range = { created_from: startOf(day), created_to: endOf(day) };
  const pages = pagesOf(storeSession().store.getOrders, range, options, placedPage);
  for await (const { orders } of pages) placed.push(...orders);
  return placed.reverse();
}

/**
 * Every order that has changed since the day began, in its latest state, read as `ops report` reads them. This takes long for a
 * day that is long ago.
 */
async function readDay(day: string, options: ReadOptions, say: (seen: number) => void): Promise<Order[]> {
  const { store } = storeSession();
  const period = { from: startOf(day), to: endOf(day) };
  say(0);
  const addedBy = (order: Order, within: Period) => ({ value: order, entries: paymentsIn(order, within).length });
  return (await readChanged((query) => store.getOrders(query, options), period, addedBy, say)).values;
}

/** Each order once, in its latest version. */
function latest(orders: readonly Order[]): Order[] {
  const known = new Map<string, Order>();
  for (const order of orders) if (order.version >= (known.get(order.number)?.version ?? 0)) known.set(order.number, order);
  return [...known.values()];
}

type ClosedProps = { day: string; placed: Order[]; changed: Order[] | undefined };

/** Until every changed order has been read, only what was placed on the day is known. */
function Closed({ day, placed, changed }: ClosedProps) {
  const [from, to] = [startOf(day), startOf(dayAfter(day))];
  const isInDay = (time: string) => time >= from && time < to;
  const all = latest([...placed, ...(changed ?? [])]);
  const own = (one: ClosedDay) => (one.currency === currency() ? 0 : 1);
  const isEmpty = ({ figures, methods, exceptions }: ClosedDay) =>
    methods.length + exceptions.length === 0 && Object.values(figures).every((units) => units === 0n);
  const ownOrders = all.filter(({ created }) => isInDay(created)).sort((a, b) => Number(a.number) - Number(b.number));
  const days = closeDay(all, isInDay)
    .filter((one) => !isEmpty(one))
    .sort((a, b) => own(a) - own(b));
  return (
    <>
      {days.length === 0 && changed && (
        <p class="empty">
          {placed.length > 0
            ? `All orders placed on ${date(from)} are cancelled or free, and no money was recorded.`
            : `Nothing was ordered, paid or refunded on ${date(from)}.`}
        </p>
      )}
      {days.map((one) => (
        <Day key={one.currency} of={changed ? one : { ...one, methods: [] }} day={date(from)} />
      ))}
      {ownOrders.length > 0 && (
        <p class="screen">
          <button type="button" onClick={() => download('orders.csv', orderColumns, ownOrders)}>
            Export the {things(ownOrders.length, 'order')} of the day
          </button>{' '}
          <button type="button" onClick={() => print()}>
            Print
          </button>
        </p>
      )}
    </>
  );
}

const figureTexts: Record<keyof ClosedDay['figures'], string> = {
  ordered: 'Ordered',
  credited: 'Less credits',
  paid: 'Less payments',
  refunded: 'Plus refunds',
  overpaid: 'Plus what is to be refunded',
  due: 'Due',
};

const kinds: Record<ClosedDay['exceptions'][number]['kind'], string> = {
  overpaid: 'To refund',
  unpaid: 'Everything was sent, but not everything is paid',
  notAuthorized: 'Not authorized',
};

function Day({ of: { currency, figures, addsUp, methods, exceptions }, day }: { of: ClosedDay; day: string }) {
  const show = (units: bigint) => money(Number(amountText(units, currency)), currency);
  return (
    <>
      <Section title={`Orders placed on ${day}, in ${currency}`}>
        <dl class="sums left">
          {Object.entries(figureTexts).map(([figure, label]) => (
            <div key={figure}>
              <dt>{label}</dt>
              <dd>{show(figures[figure as keyof typeof figures])}</dd>
            </div>
          ))}
        </dl>
        <p class={`notice ${addsUp ? 'good' : 'bad'}`}>
          {addsUp
            ? 'The day adds up.'
            : 'The day does not add up: the amounts of an order are inconsistent. Report this to the operator.'}
        </p>
      </Section>
      {methods.length > 0 && (
        <TableSection
          title={`Payments and refunds recorded on ${day}, in ${currency}`}
          rows={methods}
          keyOf={({ method }) => method}
          columns={[
            { head: 'Method', cell: ({ method }) => texts.methods[method] ?? method },
            { head: 'Number', cell: (one) => count(one.count), isNumber: true },
            { head: 'Amount', cell: ({ units }) => show(units), isNumber: true },
          ]}
        />
      )}
      {exceptions.length > 0 && (
        <TableSection
          title="Needs attention"
          rows={exceptions}
          keyOf={({ order }) => order.number}
          columns={[
            { head: 'Order', cell: ({ order: { number } }) => <a href={link(['orders', number])}>{number}</a> },
            { head: 'State', cell: ({ kind }) => kinds[kind] },
            { head: 'Amount', cell: ({ order }) => money(Math.abs(order.balance), currency), isNumber: true },
          ]}
        />
      )}
    </>
  );
}
