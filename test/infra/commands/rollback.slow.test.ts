import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const rollback = (...args: string[]) => run([process.execPath, 'infra/commands/rollback.ts', ...args]);
const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();

test('deploys the service stack of the commit, at once, with the given settings', async () => {
  const { code, stdout } = await rollback('--stage', 'prod', '--commit', 'HEAD', '-c', 'kms=on', '--dry-run');
  const settings = '-c stage=prod -c shift=now -c kms=on';
  expect(stdout).toBe(`git worktree add --force --detach <folder> ${head}
npm ci --no-audit --no-fund
npx cdk deploy StorePlatform-prod --exclusively --require-approval never ${settings}
`);
  expect(code).toBe(0);
});

test('uses packages that are installed already', async () => {
  const { stdout } = await rollback('--stage', 'dev', '--commit', 'HEAD', '--packages', '/former/node_modules', '--dry-run');
  expect(stdout).toContain('\ncp -R /former/node_modules <folder>/node_modules\nnpx cdk deploy');
  expect(stdout).not.toContain('npm ci');
});

test.each([
  [['--commit', 'HEAD'], 'Pass the stage with --stage: dev or prod.'],
  [['--stage', 'prod'], 'Pass the commit with --commit.'],
  [['--stage', 'prod', '--commit', 'abc123-dirty'], 'There is no commit abc123-dirty here. It was deployed with uncommitted'],
  [['--stage', 'dev', '--commit', '0000000'], 'There is no commit 0000000 here. Fetch it first.'],
])('rejects %j in one line', async (args, message) => {
  const { code, stderr } = await rollback(...args);
  expect(stderr).toMatch(new RegExp(`^${message}.*\n$`));
  expect(code).toBe(1);
});
