import { inSections } from '../../apps/reference/openapi/sections.ts';
import type { Route } from '../../lib/api/route.ts';
import { pathsOf } from '../../lib/api/router.ts';

/** Every operation with its path, its scope and whether it honours `Idempotency-Key`, as a Markdown page. */
export const operationsPage = () => `# Operations

\`npm run write\` generates this page. Every path works with and without a trailing slash.
[Reliable clients](reliable-clients.md#which-requests-are-safe-to-repeat) explains which operations are safe to repeat.

## Platform interface

These operations need a platform key.

| operation | path | \`Idempotency-Key\` |
| --- | --- | --- |
${rowsOf('platform')}

## Management interface

These operations need a management key with the [scope](scopes.md) that is listed. A key
that the operator issues without scopes can call all of them.

| operation | path | scope | \`Idempotency-Key\` |
| --- | --- | --- | --- |
${rowsOf('management')}
`;

const rowsOf = (caller: Route['caller']) =>
  inSections()
    .filter((route) => route.caller === caller)
    .map((route) => `| ${cellsOf(route).join(' | ')} |`)
    .join('\n');

function cellsOf(route: Route): string[] {
  const { id, caller, method, summary, idempotent } = route;
  return [
    `[${summary}](../functions/${caller}/${id}.ts)`,
    pathsOf(route)
      .map((path) => `${method} \`${path}\``)
      .join('<br>'),
    ...(caller === 'management' ? [scopesOf(route)] : []),
    idempotent ? 'yes' : '',
  ];
}

function scopesOf({ scope, narrowerScopes = [], secondScope }: Route): string {
  if (!scope) return 'any';
  const enough = [scope, ...narrowerScopes].map((one) => `\`${one}\``).join(' or ');
  return secondScope ? `${enough}, and \`${secondScope}\`` : enough;
}

/** The operations that honour an `Idempotency-Key`. */
export const keyedOperations = () =>
  inSections()
    .filter(({ idempotent }) => idempotent)
    .map(({ id }) => `\`${id}\``)
    .join(', ');
