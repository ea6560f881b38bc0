import type { Handler } from '../lib/api/call.ts';
import { ApiError, unavailable } from '../lib/api/errors.ts';
import { forward, type KeepWarm, keepWarm } from '../lib/api/forward.ts';
import { errorHandler } from '../lib/api/operation.ts';
import { publicEndpoints } from '../lib/api/publicEndpoints.ts';
import { router, serves } from '../lib/api/router.ts';
import { routes } from '../lib/routes.ts';
import { withMissingPage } from '../lib/site/missingPage.ts';

const match = router([...routes, ...publicEndpoints]);

/**
 * Receives every request that the gateway matches to no route: an unknown path, or a known path with an unsupported method. If
 * the gateway sends a request here that does have a route, such as one with a trailing slash, it is forwarded to that route's
 * function. It also keeps the operations warm, since it may call them.
 */
export const handler: Handler = async (event: Parameters<Handler>[0] | KeepWarm) => {
  if ('keep_warm' in event) return keepWarm(event);
  const found = match(event.path).find(({ route }) => serves(route, event.httpMethod));
  if (!found) return withMissingPage(event, await reject(event));
  const { route, pathParameters } = found;
  return (await forward(route.id, { ...event, resource: route.path, pathParameters })) ?? fail(event);
};

const fail = errorHandler('unmatched', () => unavailable());

const reject = errorHandler('unmatched', ({ path, httpMethod }) => {
  const allowed = match(path).map(({ route }) => route.method);
  if (allowed.length === 0) return new ApiError('not_found', 'This path does not exist. See /docs for all paths.');
  const methods = [...new Set(allowed)].sort();
  const message = `This path does not support ${httpMethod}. It supports ${new Intl.ListFormat('en-GB').format(methods)}.`;
  return new ApiError('method_not_allowed', message, { headers: { Allow: methods.join(', ') } });
});
