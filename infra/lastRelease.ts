import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }).trim();
}

export const isRepository = () => existsSync('.git');

/** The tag of the newest release that contains this path. Undefined before the first release, or outside a repository. */
export function lastRelease(path: string): string | undefined {
  if (!isRepository()) return undefined;
  const tags = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n');
  return tags.find((tag) => tag && git('ls-tree', '--name-only', tag, path));
}
