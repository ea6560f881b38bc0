import type { ComponentChildren } from 'preact';

/** Names with their values. Empty values are left out. */
export const Facts = ({ of }: { of: Record<string, ComponentChildren> }) => (
  <dl class="facts">
    {Object.entries(of)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
