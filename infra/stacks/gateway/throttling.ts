import type { MethodDeploymentOptions, StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { Place } from '../../../lib/route.ts';
import { pathsOf, withoutSlash } from '../../../lib/router.ts';
import type { Stage } from '../stage.ts';

/** How much of the whole API one of these may take. */
const shares = { costly: 0.2, open: 0.1 };

/** What takes much to answer, and what anybody may ask for without a key. */
type Limited = Record<keyof typeof shares, readonly Place[]>;

/** At most so many requests a second over all, and of what is limited a part of that. */
export function throttling({ throttle, isClosed }: Stage, limited: Limited): StageOptions {
  if (isClosed) return { throttlingRateLimit: 0, throttlingBurstLimit: 0 };
  const limit = (share: number): MethodDeploymentOptions => ({
    throttlingRateLimit: throttle.rate * share,
    throttlingBurstLimit: throttle.burst * share,
  });
  const limits = (['costly', 'open'] as const).flatMap((kind) =>
    limited[kind].flatMap(methodsOf).map((method) => [method, limit(shares[kind])] as const),
  );
  return { ...limit(1), methodOptions: Object.fromEntries(limits) };
}

const methodsOf = (place: Place) => pathsOf(place).map((path) => `${withoutSlash(path)}/${place.method}`);
