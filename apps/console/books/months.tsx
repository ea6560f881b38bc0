import { useState } from 'preact/hooks';
import type { ReportDay } from '../../../lib/order/schema.ts';
import { address, link } from '../address.ts';
import { count, currency, date, money, monthName, startOf, today } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { Chart } from '../today/bars.tsx';
import { measures } from '../today/days.tsx';
import { type Counted, countOrders, emptyDay, sumUp } from '../today/report.ts';
import { Payments } from './payments.tsx';

/** The months of a year: what was ordered in them, and the export of their payments. */
export function MonthsTab() {
  const thisYear = today().slice(0, 4);
  const { year: asked = '' } = address.value.query;
  const year = /^\d{4}$/.test(asked) && asked < thisYear ? asked : thisYear;
  const linkTo = (other: number) => <a href={link(['books', 'months'], { year: `${other}` })}>{other}</a>;
  return (
    <>
      <p class="row">
        {linkTo(Number(year) - 1)} <b>{year}</b> {year < thisYear && linkTo(Number(year) + 1)}
      </p>
      <p class="small">
        By the month in which the orders were placed. An export has the payments and refunds that were recorded in the month,
        also those of older orders.
      </p>
      <Year key={year} year={year} />
    </>
  );
}

const figures = [
  { title: 'Orders', measure: ({ orders }: ReportDay) => orders, show: count },
  ...measures.map((measure) => ({ ...measure, show: money })),
];

function Year({ year }: { year: string }) {
  const [{ since, all }, setCounted] = useState<Counted>({ since: '~', all: [] });
  const reading = useRead((options) => readYear(year, options, setCounted), year);
  const isCounted = (month: string) => `${month}-01` >= since;
  const sums = sumUp(all, monthCharacters);
  const currencies = new Set([currency(), ...sums.map((sum) => sum.currency)]);
  return (
    <>
      <Show of={reading} loading={since === '~' ? 'Loading …' : `Counted back to ${date(startOf(since))} …`} />
      {[...currencies].map((code, i) => {
        const known = new Map(sums.filter((sum) => sum.currency === code).map((sum) => [sum.day, sum]));
        const months = monthsOf(year).map((month) => known.get(month) ?? emptyDay(month, code));
        return (
          <Section key={code} class="dense" title={`Orders placed in ${year}, in ${code}`}>
            <Months months={months} isCounted={isCounted} mayExport={i === 0} />
            {reading.data && <Charts months={months} />}
          </Section>
        );
      })}
    </>
  );
}

const monthCharacters = 7;

const monthsOf = (year: string): string[] =>
  Array.from({ length: 12 }, (_, i) => `${year}-${`${i + 1}`.padStart(2, '0')}`).filter((month) => month <= today());

/** All orders that have changed since the year began are read, latest change first, so the latest months are known first. */
async function readYear(year: string, options: ReadOptions, say: (counted: Counted) => void): Promise<true> {
  for await (const counted of countOrders({ from: `${year}-01-01`, to: `${year}-12-31` }, options)) say(counted);
  return true;
}

type MonthsProps = { months: ReportDay[]; isCounted: (month: string) => boolean; mayExport: boolean };

/** The year as a whole comes first, then its months, latest first. An export has the payments in all currencies. */
function Months({ months, isCounted, mayExport }: MonthsProps) {
  const [exported, setExported] = useState<{ month: string }>();
  const [{ day: first, currency: code }] = months as [ReportDay];
  const year = first.slice(0, 4);
  const exports: Column<ReportDay> = {
    head: 'Payments',
    cell: ({ day }) =>
      day !== year && (
        <button
          type="button"
          class="link"
          aria-label={`Export the payments of ${monthName(day)} ${year}`}
          onClick={() => setExported({ month: day })}
        >
          Export
        </button>
      ),
  };
  return (
    <>
      <Table
        caption={`Orders placed in ${year}, in ${code}`}
        rows={[...months, ...sumUp(months, year.length)].reverse()}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Month', cell: ({ day }) => (day === year ? <b>{year}</b> : monthName(day)) },
          ...figures.map(
            ({ title, measure, show }): Column<ReportDay> => ({
              head: title,
              cell: (sum) => (isCounted(sum.day === year ? first : sum.day) ? show(measure(sum), code) : '…'),
              isNumber: true,
            }),
          ),
          ...(mayExport ? [exports] : []),
        ]}
      />
      {exported && <Payments key={exported} {...exported} />}
    </>
  );
}

const Charts = ({ months }: { months: ReportDay[] }) => (
  <div class="figures">
    {figures.map(({ title, measure, show }) => {
      const [sum] = sumUp(months, 4) as [ReportDay];
      const showAmount = (amount: number) => show(amount, sum.currency);
      const bars = months.map((month) => {
        const value = measure(month);
        return { day: month.day, value, text: `${monthName(month.day)}: ${showAmount(value)}` };
      });
      const ends = { from: monthName(bars[0]?.day ?? ''), to: monthName(bars.at(-1)?.day ?? '') };
      const words = { title, sum: showAmount(measure(sum)) };
      return <Chart key={title} by="month" bars={bars} show={showAmount} {...words} {...ends} />;
    })}
  </div>
);
