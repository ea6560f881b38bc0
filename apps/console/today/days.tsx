import type { ReportDay } from '../../../lib/order/schema.ts';
import { count, date, money, startOf } from '../format.ts';
import { plus } from '../order/amounts.ts';
import { Section } from '../parts/section.tsx';
import { can } from '../session.ts';
import { Bars } from './bars.tsx';
import type { Report } from './report.ts';

const mostShown = 30;
const week = 7;

/** What was ordered on each day, and what of that was paid and refunded, compared with the same weekday a week earlier. */
export function Days({ of: { since, days, all } }: { of: Report }) {
  const shown = Math.max(0, Math.min(mostShown, days.length - week));
  const used = days.slice(-shown - week);
  const own = used[0]?.currency ?? '';
  const orders = new Map<string, number>();
  for (const { day, orders: some } of all) orders.set(day, (orders.get(day) ?? 0) + some);
  const showMoney = (amount: number) => money(amount, own);
  if (shown === 0)
    return (
      <p class="notice">
        There are too many orders to count by day here. {can('orders:read') && '“Months” under “Books” counts them by month.'}
      </p>
    );
  const bars = { days: used, shown };
  return (
    <Section title={`The last ${shown} days`}>
      <p class="small">By the day on which the orders were placed. The lines show the same weekday a week earlier.</p>
      {shown < mostShown && (
        <p class="notice">There are many orders, so only those since {date(startOf(since))} are counted.</p>
      )}
      <div class="figures">
        <Bars {...bars} title="Orders" measure={({ day }) => orders.get(day) ?? 0} show={count} />
        {measures.map(({ title, measure }) => (
          <Bars
            key={title}
            {...bars}
            title={title}
            measure={(day) => measure(day)}
            add={(a, b) => plus(a, b, own)}
            show={showMoney}
          />
        ))}
      </div>
    </Section>
  );
}

export const measures: { title: string; measure: (day: ReportDay) => number }[] = [
  { title: 'Sold', measure: ({ ordered, credited, currency }) => plus(ordered, -credited, currency) },
  { title: 'Paid', measure: ({ paid }) => paid },
  { title: 'Refunded', measure: ({ refunded }) => refunded },
];
