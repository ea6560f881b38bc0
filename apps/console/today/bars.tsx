import type { ComponentChildren } from 'preact';
import { date } from '../format.ts';
import { Table } from '../parts/table.tsx';
import { texts } from '../texts.ts';

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
  const sum = rows.reduce((total, { value }) => add(total, value), 0);
  const most = texts.days.most(show(Math.max(0, ...rows.map(({ value }) => value))));
  const bars = rows.map(({ day, value, before }) => ({
    ...{ id: day, value, before },
    text: texts.days.bar(date(day), show(value), show(before)),
  }));
  return (
    <Chart
      title={title}
      picture={texts.days.picture(title, show(sum))}
      sum={show(sum)}
      bars={bars}
      ends={[date(rows[0]?.day ?? ''), most, texts.days.today]}
    >
      <details>
        <summary>{texts.days.asTable(title)}</summary>
        <Table
          caption={title}
          rows={rows.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { head: texts.days.day, cell: ({ day }) => date(day) },
            { head: title, cell: ({ value }) => show(value), isNumber: true },
            { head: texts.days.before, cell: ({ before }) => show(before), isNumber: true },
          ]}
        />
      </details>
    </Chart>
  );
}

type Bar = { id: string; value: number; before?: number; text: string };
type ChartProps = {
  title: string;
  picture: string;
  sum: string;
  bars: Bar[];
  ends: [first: string, middle: string, last: string];
  children?: ComponentChildren;
};

/** A bar for each value, with a line for what it is compared with. */
export function Chart({ title, picture, sum, bars, ends: [first, middle, last], children }: ChartProps) {
  const most = Math.max(0, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const step = width / bars.length;
  const heightOf = (value: number) => (Math.max(0, value) / (most || 1)) * height;
  return (
    <figure>
      <figcaption>
        {title} <b>{sum}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 1}`} role="img" aria-label={picture}>
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        {bars.map(({ id, value, before = 0, text }, i) => (
          <g key={id}>
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
        <span>{first}</span>
        <span>{middle}</span>
        <span>{last}</span>
      </div>
      {children}
    </figure>
  );
}
