import type { ComponentType } from 'preact';
import { link } from '../address.ts';

/** The title and the content of each tab, by the end of its address. */
export type TabTable = Record<string, [title: string, Tab: ComponentType]>;
type Props = { title: string; screen: string; id: string; tabs: TabTable };

/** A screen of several parts, each with an address of its own. The first one is shown unless the address names another. */
export function Tabs({ title, screen, id, tabs }: Props) {
  const all = Object.entries(tabs);
  const [current, [, Tab]] = (all.find(([name]) => name === id) ?? all[0]) as (typeof all)[number];
  return (
    <>
      <h1>{title}</h1>
      <nav class="tabs" aria-label={title}>
        {all.map(([name, [text]]) => (
          <a key={name} class="tab" href={link([screen, name])} aria-current={name === current ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <Tab key={current} />
    </>
  );
}

/** The title of a tab, for an unknown one the address itself. */
export const titleIn = (tabs: TabTable) => (id: string) => tabs[id]?.[0] ?? id;
