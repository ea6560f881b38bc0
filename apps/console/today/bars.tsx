import type { ComponentChildren } from 'preact';
import { date, startOf } from '../format.ts';
import { Table } from '../parts/table.tsx';

type Props<D> = {
  title: string;
  days: D[];
  shown: number;
  measure: (day: D) => number;
  add?: (a: number, b: number) => number;
  show: (value: number) => string;
};

const width = 640;
const height = 150;
const weekBefore = 7;

/** A bar for each day, with a line for the same weekday a week earlier, as a picture and as a table. */
export function Bars<D extends { day: string }>({ title, days, shown, measure, add = (a, b) => a + b, show }: Props<D>) {
  const first = days.length - shown;
  const rows = days.slice(first).map((day, i) => ({
    day: day.day,
    value: measure(day),
    before: measure(days[first + i - weekBefore] as D),
  }));
  const sum = show(rows.reduce((total, { value }) => add(total, value), 0));
  const bars = rows.map((row) => ({
    ...row,
    text: `${date(startOf(row.day))}: ${show(row.value)}. A week earlier: ${show(row.before)}.`,
  }));
  const ends = { from: date(startOf(rows[0]?.day ?? '')), to: 'today' };
  return (
    <Chart title={title} sum={sum} bars={bars} show={show} by="day" {...ends}>
      <details>
        <summary>{title} as a table</summary>
        <Table
          caption={title}
          rows={rows.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { head: 'Day', cell: ({ day }) => date(startOf(day)) },
            { head: title, cell: ({ value }) => show(value), isNumber: true },
            { head: 'A week earlier', cell: ({ before }) => show(before), isNumber: true },
          ]}
        />
      </details>
    </Chart>
  );
}

type Bar = { day: string; value: number; before?: number; text: string };
type ChartProps = {
  title: string;
  sum: string;
  bars: Bar[];
  show: (value: number) => string;
  by: 'day' | 'month';
  from: string;
  to: string;
  children?: ComponentChildren;
};

/** A bar for each value, with a line for what it is compared with. */
export function Chart({ title, sum, bars, show, by, from, to, children }: ChartProps) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const most = Math.max(highest, ...bars.map(({ before = 0 }) => before));
  const step = width / bars.length;
  const heightOf = (value: number) => (Math.max(0, value) / (most || 1)) * height;
  return (
    <figure>
      <figcaption>
        {title} <b>{sum}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 1}`} role="img" aria-label={`${title} by ${by}. Total: ${sum}.`}>
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        {bars.map(({ day, value, before = 0, text }, i) => (
          <g key={day}>
            <title>{text}</title>
            <rect class="hit" x={i * step} y="0" width={step} height={height} />
            <rect
              class="bar-day"
              x={i * step + 3}
              y={height - heightOf(value)}
              width={step - 6}
              height={heightOf(value)}
              rx="2"
            />
            {before > 0 && <path class="before" d={`M${i * step + 1} ${height - heightOf(before)}h${step - 2}`} />}
          </g>
        ))}
      </svg>
      <div class="ends small">
        <span>{from}</span>
        <span>
          highest {by}: {show(highest)}
        </span>
        <span>{to}</span>
      </div>
      {children}
    </figure>
  );
}
