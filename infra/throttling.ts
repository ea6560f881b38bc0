import type { StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { Route } from '../lib/route.ts';
import { pathsOf } from '../lib/router.ts';
import type { Stage } from './stage.ts';

/** How much of the whole API one costly operation may take. */
const share = 0.2;

/** At most so many requests a second over all, and of an operation that is `costly` a part of that. */
export function throttling(
  routes: readonly Route[],
  { throttle, isClosed }: Stage,
  costly: (route: Route) => boolean,
): StageOptions {
  if (isClosed) return { throttlingRateLimit: 0, throttlingBurstLimit: 0 };
  const less = { throttlingRateLimit: throttle.rate * share, throttlingBurstLimit: throttle.burst * share };
  const methods = routes
    .filter(costly)
    .flatMap((route) => pathsOf(route).map((path) => `${path.replace(/\/$/, '')}/${route.method}`));
  return {
    throttlingRateLimit: throttle.rate,
    throttlingBurstLimit: throttle.burst,
    methodOptions: Object.fromEntries(methods.map((method) => [method, less])),
  };
}
