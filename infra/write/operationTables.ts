import { inSections } from '../../apps/reference/openapi/sections.ts';
import type { Route } from '../../lib/api/route.ts';
import { pathsOf } from '../../lib/api/router.ts';
import { type KeyScope, keyScopes, missingScope, scopeList, scopeOfPermission } from '../../lib/key/scopes.ts';

const operations = inSections();
const management = operations.filter(({ caller }) => caller === 'management');

export const platformRows = operations.filter(({ caller }) => caller === 'platform').map(rowOf);

export const managementRows = management.map((route) => rowOf(route).toSpliced(2, 0, route.scope ? scopeList(route) : 'any'));

function rowOf({ id, caller, method, path, alias, summary, idempotent }: Route): string[] {
  const paths = pathsOf({ path, alias }).map((one) => `${method} \`${one}\``);
  return [`[${summary}](../functions/${caller}/${id}.ts)`, paths.join('<br>'), idempotent ? 'yes' : ''];
}

export const idsOf = (rows: Route[]) => rows.map(({ id }) => `\`${id}\``).join(', ');

/** The operations that honour an `Idempotency-Key`. */
export const keyedOperations = idsOf(operations.filter(({ idempotent }) => idempotent));

/** The operations that every management key can call. */
export const openOperations = idsOf(management.filter(({ scope }) => !scope));

export const settingsAndOrders = idsOf(
  management.filter(({ scope, secondScope }) => scope === 'settings:write' && secondScope === 'orders:write'),
);

export const scopeRows = keyScopes.map((scope) => [`\`${scope}\``, operationsOf(scope)]);

/** What a key with only this scope can call. `write` repeats nothing that `read` allows. */
function operationsOf(scope: KeyScope): string {
  // The table lists an operation that needs two scopes with its first one.
  const allowed = (granted: KeyScope) =>
    management.filter((row) => row.scope && !missingScope([granted], { ...row, secondScope: undefined }));
  const read = scope.replace(/:.*/, ':read') as KeyScope;
  const included = scope.endsWith(':write') ? allowed(read) : [];
  const own = allowed(scope).filter((row) => !included.includes(row));
  return `${included.length > 0 ? `what \`${read}\` allows, and ` : ''}${idsOf(own)}`;
}

export const permissionRows = Object.entries(scopeOfPermission).map(([flag, scope]) => [
  `\`${flag}\``,
  scope ? `\`${scope}\`` : 'none',
]);
