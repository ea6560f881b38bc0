import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Authenticated } from '../key/authenticate.ts';
import { insufficientScope, missingScope } from '../key/scopes.ts';
import type { Event } from './call.ts';
import type { WithKey } from './keyAuth.ts';
import type { ServedRoute } from './route.ts';

/** Checks that the key has the scope of the operation. */
export const scopeCheck = (route: ServedRoute): MiddlewareObj<Event, unknown, Error, Context, WithKey> => ({
  before: ({ internal: { key } }) => mustAllow(key, route),
});

export function mustAllow({ scopes }: Authenticated, route: ServedRoute): void {
  const scope = missingScope(scopes, route);
  if (!scope) return;
  const message = `This operation needs a key with the scope ${scope}. Use another key, or issue one with that scope.`;
  throw insufficientScope(scope, message);
}
