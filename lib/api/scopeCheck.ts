import type { Authenticated } from '../key/authenticate.ts';
import { insufficientScope, missingScope, scopesInWords } from '../key/scopes.ts';
import type { Middleware } from './call.ts';
import { ApiError } from './errors.ts';
import type { WithKey } from './keyAuth.ts';
import type { ServedRoute } from './route.ts';

/** Checks that the tenant is not suspended, and that the key has the scope of the operation. */
export const scopeCheck = (route: ServedRoute): Middleware<WithKey> => ({
  before: ({ internal: { key } }) => mustAllow(key, route),
});

const tenantSuspended = () =>
  new ApiError(
    'tenant_suspended',
    'The operator has suspended this store. Only keys that the operator issued during the suspension work, and they can only read. Ask the operator to end the suspension.',
  );

export function mustAllow({ scopes, suspension }: Authenticated, route: ServedRoute): void {
  if (suspension === 'nothing' || (suspension === 'reads' && route.method !== 'GET')) throw tenantSuspended();
  const scope = missingScope(scopes, route);
  if (scope)
    throw insufficientScope(scope, `This operation needs a key with ${scopesInWords(route)}. Use such a key, or issue one.`);
}
