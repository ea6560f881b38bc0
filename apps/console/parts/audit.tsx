import { useState } from 'preact/hooks';
import type { Entry } from '../../../lib/audit/schema.ts';
import { actorName, dateTime, endOf, startOf, valueText } from '../format.ts';
import { type PageQuery, usePages } from '../pages.ts';
import type { ReadOptions } from '../reading.tsx';
import { TextField } from './fields.tsx';
import { SearchField } from './search.tsx';
import { PagedTable } from './table.tsx';

type Query = PageQuery<{ operation: string; key: string; from: string; to: string }>;
type Page = { entries: Entry[]; next_cursor: string | null };

/** Who changed what, newest first. */
export function Audit({ list }: { list: (query: Query, options: ReadOptions) => Promise<Page> }) {
  const [filters, setFilters] = useState({ operation: '', key: '', from: '', to: '' });
  const set = (name: keyof typeof filters) => (value: string) => setFilters((now) => ({ ...now, [name]: value }));
  const { operation, key, from, to } = filters;
  const isInverted = Boolean(from && to && to < from);
  const range = { ...(from && { from: startOf(from) }), ...(to && { to: endOf(to) }) };
  const none = async () => ({ entries: [], next_cursor: null });
  const query = { ...(operation && { operation: idOf(operation) }), ...(key && { key }), ...range };
  const pages = usePages(isInverted ? none : list, 'entries', query);
  return (
    <>
      <search class="grid">
        <SearchField label="Operation" value={operation} onChange={set('operation')} />
        <SearchField label="Key ID" value={key} onChange={set('key')} />
        <TextField label="From" type="date" value={from} onChange={set('from')} />
        <TextField label="Until" type="date" value={to} onChange={set('to')} />
      </search>
      <PagedTable
        caption="Audit log"
        pages={pages}
        empty={isInverted ? '“Until” is before “From”. Change one of them.' : 'No entries match.'}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Time', cell: ({ time }) => dateTime(time) },
          { head: 'Operation', cell: ({ operation }) => wordsOf(operation) },
          { head: 'Who', cell: authorOf },
          { head: 'Changes', cell: Changes },
          { head: 'Address', cell: ({ address }) => address, isExtra: true },
        ]}
      />
    </>
  );
}

export const authorOf = ({ actor, key_label, key }: Entry) =>
  [actor && actorName(actor), key_label ?? key].filter(Boolean).join(' · ');

/** What was empty and is still empty is left out. */
const Changes = ({ before, after }: Entry) => (
  <ul class="plain">
    {[...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((field) => (before[field] ?? after[field] ?? null) !== null)
      .map((field) => {
        const [from, to] = [shown(before[field]), shown(after[field])];
        const isChange = (before[field] ?? null) !== null && from !== to;
        return (
          <li key={field} class="small">
            {isChange ? `${field}: ${from} → ${to}` : `${field}: ${to}`}
          </li>
        );
      })}
  </ul>
);

/** `putProduct` is shown as `Put product`, and both can be typed. */
const wordsOf = (id: string) =>
  id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
const idOf = (words: string) =>
  words
    .trim()
    .replace(/ +(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^./, (letter) => letter.toLowerCase());

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT.*Z$/.test(text);

function shown(value: unknown): string {
  if (typeof value === 'string') return isTime(value) ? dateTime(value) : value;
  if (Array.isArray(value)) return value.map(shown).join(', ') || 'none';
  if (typeof value !== 'object' || value === null) return valueText(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${shown(inner)}`)
    .join(', ');
}
