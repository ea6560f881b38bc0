import { Tabs, type TabTable } from '../parts/tabs.tsx';
import { DayTab } from './day.tsx';
import { MonthsTab } from './months.tsx';

export const bookTabs: TabTable = { day: ['Day', DayTab], months: ['Months', MonthsTab] };

export const BooksScreen = ({ id }: { id: string }) => <Tabs title="Books" screen="books" id={id} tabs={bookTabs} />;
