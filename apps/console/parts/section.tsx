import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

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
