import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { until } from '../../support/receiver.ts';
import { run, start } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';

const command = [process.execPath, 'apps/ops/ops.ts', 'completion'];

async function scriptFor(shell: string) {
  const folder = freshFolder();
  const { stdout } = await run([...command, shell]);
  writeFileSync(join(folder, 'completion'), stdout);
  writeFileSync(join(folder, 'products.csv'), 'sku,name,price\n');
  writeFileSync(join(folder, 'prices.csv'), '');
  return folder;
}

const shells = { bash: ['bash', '--norc', '--noprofile', '-i'], zsh: ['zsh', '-f', '-i'] };
const isMissing = (shell: string) => [shell, 'script'].some((program) => spawnSync(program, ['--version']).error !== undefined);

/** Types a line and a tab, then has the shell print the line instead of running it. */
async function complete(session: ReturnType<typeof start>, typed: string): Promise<string> {
  const before = session.output.stdout.length;
  session.child.stdin.write(`${typed}\t\x01echo "<\x05>"\n`);
  const shown = () => /[\r\n]<(.*?) ?>\r?\n/.exec(session.output.stdout.slice(before))?.[1];
  await until(
    () => shown() !== undefined,
    20,
    () => `the completion of ${typed}; the shell printed ${JSON.stringify(session.output.stdout)}`,
  );
  return shown() as string;
}

for (const [shell, words] of Object.entries(shells)) {
  const tested = isMissing(shell) ? test.skip : test;
  tested(
    `the Tab key completes commands, options and values in ${shell}`,
    async () => {
      const cwd = await scriptFor(shell);
      const env = { TERM: 'xterm', HOME: cwd, EDITOR: 'emacs', VISUAL: '' };
      const command = `stty cols 200; exec ${words.join(' ')}`;
      const session = start(['script', '--quiet', '--return', '--command', command, '/dev/null'], {
        env,
        cwd,
        input: null,
      });
      session.child.stdin.write('. ./completion; echo "re"ady\n');
      await until(async () => session.output.stdout.includes('ready\r\n'));
      for (const [typed, completed] of [
        ['ops tenant cr', 'ops tenant create'],
        ['ops repo', 'ops report'],
        ['ops report --b', 'ops report --by'],
        ['ops report --from 2026-10-01 --by m', 'ops report --from 2026-10-01 --by month'],
        ['ops plan tea-house tri', 'ops plan tea-house trial'],
        ['ops key issue tea-house --scope products:w', 'ops key issue tea-house --scope products:write'],
        ['ops product import prod', 'ops product import products.csv'],
        ['ops order export --file pric', 'ops order export --file prices.csv'],
        ['ops tenant create --country D', 'ops tenant create --country D'],
      ] as const) {
        expect(await complete(session, typed)).toBe(completed);
      }
      session.child.stdin.end('exit\n');
      await session.ended;
    },
    60_000,
  );

  tested(`the script for ${shell} defines ops, which works in any folder`, async () => {
    const cwd = await scriptFor(shell);
    const { code, stdout } = await run([shell, '-c', '. ./completion; ops report --help'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('npm run ops -- report --from')]);
  });
}

test('offers all commands, those of a group, and the options of one', async () => {
  const cwd = await scriptFor('bash');
  const script = `. ./completion
for COMP_LINE in 'ops ' 'ops stock ' 'ops stock adjust TEA '; do COMP_POINT=\${#COMP_LINE} _ops; echo "\${COMPREPLY[@]}"; done`;
  const { stdout } = await run(['bash', '--norc', '-c', script], { cwd });
  const [all, group, options] = stdout.split('\n');
  expect(all).toMatch(/^tenant key .* completion help$/);
  expect([group, options]).toEqual(['count adjust', '--by --reason --json --help']);
});

test.each([
  [{ NO_COLOR: undefined, TERM: 'xterm-256color' }, true],
  [{ NO_COLOR: '1', TERM: 'xterm-256color' }, false],
])('a terminal gets colours unless NO_COLOR is set: %j', async (env, isColoured) => {
  const line = `stty cols 60; ${process.execPath} apps/ops/ops.ts report --help`;
  const { stdout } = await run(['script', '--quiet', '--return', '--command', line, '/dev/null'], {
    env: { FORCE_COLOR: undefined, CI: undefined, ...env },
  });
  expect(stdout.includes('\x1b[1mnpm run ops')).toBe(isColoured);
  const lines = stdout.split('\r\n').filter((text) => !text.includes('npm run ops'));
  expect(Math.max(...lines.map((text) => text.length))).toBeLessThanOrEqual(60);
});

test('a pipe gets no colours', async () => {
  const { stdout } = await run([process.execPath, 'apps/ops/ops.ts', 'report', '--help'], {
    env: { FORCE_COLOR: undefined },
  });
  expect(stdout).not.toContain('\x1b');
});
