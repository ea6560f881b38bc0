import type { Order } from '../../../lib/order/schema.ts';
import { amountText } from '../../money.ts';
import { address, changeQuery, link } from '../address.ts';
import { addDays, count, currency, date, dayOf, money, startOf } from '../format.ts';
import { download } from '../order/bulk.tsx';
import { type PageQuery, pagesOf } from '../pages.ts';
import { TextField } from '../parts/fields.tsx';
import { Section } from '../parts/section.tsx';
import { Table } from '../parts/table.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { type ClosedDay, closeDay } from './closeDay.ts';

/** Closes a day: what was ordered, paid and is due, and every order that somebody must look at. */
export function BooksScreen() {
  const today = dayOf(new Date());
  const { day = today } = address.value.query;
  const reading = useRead((options) => readDay(day, options), day);
  return (
    <>
      <h1>{texts.books.title}</h1>
      <section>
        <TextField
          label={texts.books.day}
          type="date"
          value={day}
          onChange={(chosen) => changeQuery({ day: chosen && chosen <= today ? chosen : undefined })}
        />
      </section>
      <Show of={reading}>
        {({ days, placed }) => (
          <>
            {days.length === 0 && <p class="empty">{texts.books.empty(date(startOf(day)))}</p>}
            {days.map((one) => (
              <Day key={one.currency} of={one} day={date(startOf(day))} />
            ))}
            {placed.length > 0 && (
              <p class="screen">
                <button type="button" onClick={() => download(placed)}>
                  {texts.books.export(count(placed.length))}
                </button>{' '}
                <button type="button" onClick={() => print()}>
                  {texts.paper.print}
                </button>
              </p>
            )}
          </>
        )}
      </Show>
    </>
  );
}

/** Every order that has changed since the day began, in its latest state. */
async function readDay(day: string, options: ReadOptions) {
  const orders = new Map<string, Order>();
  const read = (query: PageQuery<{ updated_from: string }>) => storeSession().store.getOrders(query, options);
  for await (const page of pagesOf(read, { updated_from: startOf(day) })) {
    for (const order of page.orders) orders.set(order.number, order);
  }
  const [from, to] = [startOf(day), startOf(addDays(day, 1))];
  const isInDay = (time: string) => time >= from && time < to;
  const all = [...orders.values()];
  const own = (one: ClosedDay) => (one.currency === currency() ? 0 : 1);
  const isEmpty = ({ figures, methods }: ClosedDay) =>
    methods.length === 0 && Object.values(figures).every((units) => units === 0n);
  return {
    days: closeDay(all, isInDay)
      .filter((one) => !isEmpty(one))
      .sort((a, b) => own(a) - own(b)),
    placed: all.filter(({ created }) => isInDay(created)).sort((a, b) => Number(a.number) - Number(b.number)),
  };
}

function Day({ of: { currency, figures, addsUp, methods, exceptions }, day }: { of: ClosedDay; day: string }) {
  const show = (units: bigint) => money(Number(amountText(units, currency)), currency);
  return (
    <>
      <Section title={texts.books.placed(day, currency)}>
        <dl class="sums left">
          {Object.entries(texts.books.figures).map(([figure, label]) => (
            <div key={figure}>
              <dt>{label}</dt>
              <dd>{show(figures[figure as keyof typeof figures])}</dd>
            </div>
          ))}
        </dl>
        <p class={`notice ${addsUp ? 'good' : 'bad'}`}>{addsUp ? texts.books.addsUp : texts.books.differs}</p>
      </Section>
      {methods.length > 0 && (
        <Section title={texts.books.money(day, currency)}>
          <Table
            caption={texts.books.money(day, currency)}
            rows={methods}
            keyOf={({ method }) => method}
            columns={[
              { head: texts.payDialog.method, cell: ({ method }) => texts.methods[method] ?? method },
              { head: texts.books.count, cell: (one) => count(one.count), isNumber: true },
              { head: texts.order.amount, cell: ({ units }) => show(units), isNumber: true },
            ]}
          />
        </Section>
      )}
      {exceptions.length > 0 && (
        <Section title={texts.books.exceptions}>
          <Table
            caption={texts.books.exceptions}
            rows={exceptions}
            keyOf={({ order }) => order.number}
            columns={[
              { head: texts.orders.number, cell: ({ order: { number } }) => <a href={link(['orders', number])}>{number}</a> },
              { head: texts.orders.state, cell: ({ kind }) => texts.books.kinds[kind] },
              { head: texts.order.amount, cell: ({ order }) => money(Math.abs(order.balance), currency), isNumber: true },
            ]}
          />
        </Section>
      )}
    </>
  );
}
