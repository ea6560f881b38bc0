import type { ComponentType } from 'preact';
import { link } from '../address.ts';

type Titles = Record<string, string>;
type Props = { title: string; screen: string; id: string; titles: Titles; tabs: Record<string, ComponentType> };

/** A screen of several parts, each with an address of its own. The first one is shown unless the address names another. */
export function Tabs({ title, screen, id, titles, tabs }: Props) {
  const names = Object.keys(tabs);
  const current = names.find((name) => name === id) ?? (names[0] as string);
  const Tab = tabs[current] as ComponentType;
  return (
    <>
      <h1>{title}</h1>
      <nav class="tabs" aria-label={title}>
        {names.map((name) => (
          <a key={name} class="tab" href={link([screen, name])} aria-current={name === current ? 'page' : undefined}>
            {titles[name]}
          </a>
        ))}
      </nav>
      <Tab key={current} />
    </>
  );
}

/** The title of a tab, for an unknown one the address itself. */
export const titleIn = (titles: Titles) => (id: string) => titles[id] ?? id;
