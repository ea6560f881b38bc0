import { ApiError } from '../lib/errors.ts';
import { errorHandler } from '../lib/operation.ts';
import { pages } from '../lib/reference/pages.ts';
import { router } from '../lib/router.ts';
import { routes } from '../lib/routes.ts';

const match = router([...routes, ...pages]);

/** Receives every request that matches no route: an unknown path, or a known path with another method. */
export const handler = errorHandler('unmatched', ({ path, httpMethod }) => {
  const allowed = match(path).map(({ route }) => route.method);
  if (allowed.length === 0) return new ApiError('not_found', 'This path does not exist. Check the API reference.');
  const Allow = [...new Set(allowed)].sort().join(', ');
  return new ApiError('method_not_allowed', `This path does not support ${httpMethod}. Use ${Allow}.`, { headers: { Allow } });
});
