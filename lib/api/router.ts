import { decoded } from '../values/text.ts';
import type { Endpoint } from './route.ts';

type Found<P> = { route: P; pathParameters: Record<string, string> };

/** Matches paths as the gateway does: with or without a trailing slash, and fixed segments before parameters. */
export function router<P extends Endpoint>(routes: readonly P[]) {
  const patterns = routes.flatMap((route) => pathsOf(route).map((path) => ({ route, pattern: segmentsOf(path) })));
  const entries = patterns.map((entry) => ({ ...entry, rank: rankOf(entry.pattern) }));
  entries.sort((a, b) => a.rank.localeCompare(b.rank));

  /** The routes of all methods at a path; empty for an unknown path. */
  return function match(path: string): Found<P>[] {
    const segments = segmentsOf(path);
    const matching = entries.filter(({ pattern }) => fits(pattern, segments));
    const best = matching.filter(({ rank }) => rank === matching[0]?.rank);
    return best.map(({ route, pattern }) => ({ route, pathParameters: parametersOf(pattern, segments) }));
  };
}

/** HEAD is GET without the body, which the gateway leaves out. */
export const serves = ({ method }: Pick<Endpoint, 'method'>, sent: string) =>
  method === sent || (method === 'GET' && sent === 'HEAD');

export const pathsOf = ({ path, alias }: Pick<Endpoint, 'path' | 'alias'>): string[] => (alias ? [path, alias] : [path]);

export const withoutSlash = (path: string) => path.replace(/\/$/, '');

const segmentsOf = (path: string) => withoutSlash(path).split('/').slice(1);

const isParameter = (segment: string) => segment.startsWith('{');

const rankOf = (pattern: string[]) => pattern.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const fits = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]));

const parametersOf = (pattern: string[], segments: string[]) =>
  Object.fromEntries(
    pattern.flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), decoded(segments[i] as string)]] : [])),
  );
