import { Tabs } from '../parts/tabs.tsx';
import { texts } from '../texts.ts';
import { DayTab } from './day.tsx';
import { MonthsTab } from './months.tsx';

type Name = keyof typeof texts.books.tabs;
const tabs = { day: DayTab, months: MonthsTab };

/** The title of a tab, for an unknown one the address itself. */
export const bookTitle = (id: string): string => texts.books.tabs[id as Name] ?? id;

export function BooksScreen({ id }: { id: string }) {
  const names = Object.keys(tabs) as Name[];
  const name = names.find((one) => one === id) ?? 'day';
  const Tab = tabs[name];
  return (
    <>
      <h1>{texts.books.title}</h1>
      <Tabs title={texts.books.title} screen="books" names={names} texts={texts.books.tabs} current={name} />
      <Tab />
    </>
  );
}
