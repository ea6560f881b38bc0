import { Tabs } from '../parts/tabs.tsx';
import { texts } from '../texts.ts';
import { DayTab } from './day.tsx';
import { MonthsTab } from './months.tsx';

const { title, tabs: titles } = texts.books;
const tabs: Record<keyof typeof titles, typeof DayTab> = { day: DayTab, months: MonthsTab };

export const BooksScreen = ({ id }: { id: string }) => <Tabs {...{ title, id, titles, tabs }} screen="books" />;
