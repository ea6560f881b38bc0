import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Table, type TableProps } from './table.tsx';

/** A part of a screen, named by its heading. */
export function Section({ title, class: name, children }: { title: string; class?: string; children: ComponentChildren }) {
  const heading = useId();
  return (
    <section class={name} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** A section that is one table. */
export const TableSection = <T,>({ title, ...table }: { title: string } & Omit<TableProps<T>, 'caption'>) => (
  <Section title={title}>
    <Table caption={title} {...table} />
  </Section>
);
