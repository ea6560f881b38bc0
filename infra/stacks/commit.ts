import { execFileSync } from 'node:child_process';

/** What is deployed: to roll back to, and to decode a stack trace with. */
export function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
