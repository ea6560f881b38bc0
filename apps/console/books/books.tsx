import { Tabs } from '../parts/tabs.tsx';
import { DayTab } from './day.tsx';
import { MonthsTab } from './months.tsx';

export const bookTitles = { day: 'Day', months: 'Months' };
const tabs: Record<keyof typeof bookTitles, typeof DayTab> = { day: DayTab, months: MonthsTab };

export const BooksScreen = ({ id }: { id: string }) => (
  <Tabs title="Books" screen="books" id={id} titles={bookTitles} tabs={tabs} />
);
