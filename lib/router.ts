import type { Place } from './route.ts';

type Found<P> = { route: P; pathParameters: Record<string, string> };

/** Finds rows as the gateway does: whole paths, with or without a trailing slash, a fixed word before a parameter. */
export function router<P extends Place>(routes: readonly P[]) {
  const entries = routes.flatMap((route) => pathsOf(route).map((path) => ({ route, pattern: segmentsOf(path) })));
  entries.sort((a, b) => rank(a.pattern).localeCompare(rank(b.pattern)));

  /** The rows of all methods at a path; none where the path is not known. */
  return function match(path: string): Found<P>[] {
    const segments = segmentsOf(path);
    const first = entries.find(({ pattern }) => fits(pattern, segments));
    if (!first) return [];
    const same = entries.filter(({ pattern }) => rank(pattern) === rank(first.pattern) && fits(pattern, segments));
    return same.map(({ route, pattern }) => ({ route, pathParameters: parametersOf(pattern, segments) }));
  };
}

export const pathsOf = ({ path, alias }: Pick<Place, 'path' | 'alias'>): string[] => (alias ? [path, alias] : [path]);

/** A slash at the end means the same place, here as at the gateway. */
export const withoutSlash = (path: string) => path.replace(/\/$/, '');

const segmentsOf = (path: string) => withoutSlash(path).split('/').slice(1);

const isParameter = (segment: string) => segment.startsWith('{');

const rank = (pattern: string[]) => pattern.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const fits = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]));

const parametersOf = (pattern: string[], segments: string[]) =>
  Object.fromEntries(
    pattern.flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), decoded(segments[i] as string)]] : [])),
  );

function decoded(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
