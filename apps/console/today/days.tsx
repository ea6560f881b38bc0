import { major, minor } from '../../../lib/values/money.ts';
import { addDays, currency, dayOf, money, startOf } from '../format.ts';
import { type PageQuery, pagesOf } from '../pages.ts';
import { Section } from '../parts/section.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { Bars, type Day } from './bars.tsx';

const shownDays = 30;
const weekBefore = 7;
const pageSize = 1000;
const maxOrders = 5_000;

/** Orders and revenue by day, compared with the same weekday a week earlier. */
export function Days() {
  const reading = useRead(readDays, '');
  return (
    <Show of={reading}>
      {({ days, isCut, currency }) => (
        <Section title={texts.days.title(shownDays)}>
          <p class="small">{texts.days.legend}</p>
          {isCut && <p class="notice">{texts.days.isCut(maxOrders)}</p>}
          <div class="figures">
            <Bars title={texts.days.orders} days={days} shown={shownDays} measure={({ orders }) => orders} show={String} />
            <Bars
              title={texts.days.revenue}
              days={days}
              shown={shownDays}
              measure={({ revenue }) => revenue}
              show={(units) => money(currency ? major(units, currency) : units, currency)}
            />
          </div>
        </Section>
      )}
    </Show>
  );
}

async function readDays(options: ReadOptions) {
  const today = dayOf(new Date());
  const first = addDays(today, 1 - shownDays - weekBefore);
  const days = new Map(
    Array.from({ length: shownDays + weekBefore }, (_, i) => addDays(first, i)).map((day): [string, Day] => [
      day,
      { day, orders: 0, revenue: 0 },
    ]),
  );
  let own = currency();
  let seen = 0;
  let isCut = false;
  const filters = { created_from: startOf(first), cancelled: false };
  const readPage = (query: PageQuery<typeof filters>) => storeSession().store.getOrders(query, options);
  for await (const { orders, next_cursor } of pagesOf(readPage, filters, pageSize)) {
    for (const { created, total, credited, currency: code } of orders) {
      own ??= code;
      const day = days.get(dayOf(new Date(created)));
      if (!day) continue;
      day.orders += 1;
      if (code === own) day.revenue += (minor(total, code) as number) - (minor(credited, code) as number);
    }
    seen += orders.length;
    isCut = next_cursor !== null;
    if (seen >= maxOrders) break;
  }
  return { days: [...days.values()], isCut, currency: own };
}
