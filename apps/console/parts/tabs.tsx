import { link } from '../address.ts';

type Props<N extends string> = { title: string; screen: string; names: readonly N[]; texts: Record<N, string>; current: N };

/** The parts of a screen, each with an address of its own. */
export const Tabs = <N extends string>({ title, screen, names, texts, current }: Props<N>) => (
  <nav class="tabs" aria-label={title}>
    {names.map((name) => (
      <a key={name} class="tab" href={link([screen, name])} aria-current={name === current ? 'page' : undefined}>
        {texts[name]}
      </a>
    ))}
  </nav>
);
