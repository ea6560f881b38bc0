import { spawnSync } from 'node:child_process';
import { CommandError, errorText } from '../../apps/ops/commandError.ts';

/** `npm run vulnerabilities`: checks the locked packages against the registry's list of known vulnerabilities. */
type Report = {
  error?: { code?: string; summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { severity: string; range: string; fixAvailable: unknown }>;
};

try {
  process.stdout.write(resultOf(readReport()));
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = 1;
}

function readReport(): Report {
  const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
  if (error) throw new CommandError(`npm cannot run: ${error.message}`);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new CommandError(`npm audit failed: ${stderr.trim().split('\n').at(-1)}`);
  }
}

/** Does not fail if the registry has no such list. */
function resultOf({ vulnerabilities, message, error }: Report): string {
  if (!vulnerabilities) {
    const reason = message ?? error?.summary ?? 'no response';
    return `Nothing was checked: this registry has no list of known vulnerabilities (${reason}).\n`;
  }
  const found = Object.entries(vulnerabilities);
  if (found.length === 0) return 'No locked package has a known vulnerability.\n';
  const lines = found.map(
    ([name, { severity, range, fixAvailable }]) =>
      `${name} ${range}: ${severity}${fixAvailable ? ', npm audit fix updates it' : ''}`,
  );
  throw new CommandError(`Packages with known vulnerabilities: ${found.length}\n${lines.join('\n')}`);
}
