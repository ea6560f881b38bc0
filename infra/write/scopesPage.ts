import { inSections } from '../../apps/reference/openapi/sections.ts';
import { type KeyScope, keyScopes, missingScope, scopeOfPermission } from '../../lib/key/scopes.ts';

const management = inSections().filter(({ caller }) => caller === 'management');

/** What each scope and each permission allows, as a Markdown page. */
export const scopesPage = () => `# Scopes and permissions

\`npm run write\` generates this page.

A management key has scopes. They decide which operations it can call; any other operation fails with 403
\`insufficient_scope\`. \`write\` includes the other scopes of its area. A key that the operator issues
without \`scopes\` has all three \`write\` scopes; one that a store issues has those of the key that issued it. Any key can call ${idsOf(management.filter(({ scope }) => !scope))}.

| scope | operations |
| --- | --- |
${keyScopes.map((scope) => `| \`${scope}\` | ${operationsOf(scope)} |`).join('\n')}

These operations need both ${twoScopes()}, because a webhook's receiver sees orders:
${idsOf(management.filter(({ secondScope }) => secondScope))}.

## Staff keys

A staff key is a management key for one person. \`POST /v1/management/user/{id}/key/\` issues it for a user of the store. Its scopes
are those that the user's \`permissions\` give at the moment:

| permission | scope |
| --- | --- |
${Object.entries(scopeOfPermission)
  .map(([flag, scope]) => `| \`${flag}\` | ${scope ? `\`${scope}\`` : 'none'} |`)
  .join('\n')}

- The owner of a store has all permissions, so the owner's staff key has every scope.
- A change of the permissions counts within 30 seconds. Deactivating the user stops the key. Activating the user again makes it
  work again, unless it has expired.
- \`scopes\` narrows the key: \`{"scopes": ["orders:ship"]}\` is enough for a tablet in the warehouse. A key never gets a scope that
  its issuing key lacks.
- It expires after 12 hours unless \`expires\` says otherwise, and after 90 days at the latest, but never after its issuing
  key. For a key that a staff key issued, the limit is the key that issued the staff key.
- The history of an order and the audit log name the user as \`actor\`. A request with a staff key cannot have \`X-Actor\`.
- With a staff key, nobody can give a user more rights than they have themselves: it issues staff keys only, and it cannot
  create or change a user who has, or would get, a scope that the key lacks. With any other key, a user who has a staff key can
  get no scope that the key lacks.
- Staff keys do not count towards the limit of keys. They are listed until 30 days after they expire.

\`GET /v1/management/key/own\` tells a page who is signed in.
`;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => `\`${id}\``).join(', ');

/** What a key with only this scope can call. `write` repeats nothing that `read` allows. */
function operationsOf(scope: KeyScope): string {
  const allowed = (granted: KeyScope) =>
    management.filter((row) => row.scope && !missingScope([granted], { ...row, ...first }));
  const read = scope.replace(/:.*/, ':read') as KeyScope;
  const included = scope.endsWith(':write') ? allowed(read) : [];
  const own = allowed(scope).filter((row) => !included.includes(row));
  return `${included.length > 0 ? `what \`${read}\` allows, and ` : ''}${idsOf(own)}`;
}

/** The table lists an operation that needs two scopes with its first one. */
const first = { secondScope: undefined };

function twoScopes(): string {
  const [row] = management.filter(({ secondScope }) => secondScope);
  if (!row) throw new Error('no operation needs two scopes');
  return `\`${row.scope}\` and \`${row.secondScope}\``;
}
