import type { Place } from '../../../lib/route.ts';
import { pathsOf, withoutSlash } from '../../../lib/router.ts';

const verbs = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const;

type Verbs = Record<(typeof verbs)[number], string>;

const unmatched = () => Object.fromEntries(verbs.map((verb) => [verb, 'unmatched'])) as Verbs;

/** Every path of the gateway and the function that answers each verb there; what is in no row is `unmatched`. */
export function gatewayPaths(places: readonly Place[]): Record<string, Verbs> {
  const paths: Record<string, Verbs> = { '/': unmatched(), '/{proxy+}': unmatched() };
  for (const place of places) {
    for (const path of pathsOf(place).map(withoutSlash)) {
      paths[path] ??= unmatched();
      const other = paths[path][place.method];
      if (other !== 'unmatched') throw new Error(`${other} and ${place.id} are both ${place.method} ${path}`);
      paths[path][place.method] = place.id;
    }
  }
  mustShareNames(Object.keys(paths));
  return paths;
}

/** The gateway's paths are a tree, in which a place has one parameter with one name. */
function mustShareNames(paths: string[]) {
  const names = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (const [i, part] of parts.entries()) {
      if (!part.startsWith('{')) continue;
      const parent = parts.slice(0, i).join('/');
      const other = names.get(parent) ?? part;
      if (other !== part) throw new Error(`${path}: other paths have ${other} in place of ${part}`);
      names.set(parent, part);
    }
  }
}
