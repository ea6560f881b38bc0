import { ApiError } from '../lib/errors.ts';
import { errorHandler } from '../lib/operation.ts';
import { pages } from '../lib/reference/pages.ts';
import { router } from '../lib/router.ts';
import { routes } from '../lib/routes.ts';

const match = router([...routes, ...pages]);

/** Where the gateway sends what is in no row: a path nobody knows, or a known one with another method. */
export const handler = errorHandler('unmatched', ({ path }) => {
  const allowed = match(path).map(({ route }) => route.method);
  if (allowed.length === 0) return new ApiError('not_found', 'There is nothing at this path.');
  const Allow = [...new Set(allowed)].sort().join(', ');
  return new ApiError('method_not_allowed', `This path takes ${Allow}.`, { headers: { Allow } });
});
