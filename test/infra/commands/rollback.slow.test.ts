import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const rollback = (...args: string[]) => run([process.execPath, 'infra/commands/rollback.ts', ...args]);
const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();

test('deploys the service stack of the commit, at once, with the given settings', async () => {
  const { code, stdout } = await rollback('--stage', 'prod', '--commit', 'HEAD', '-c', 'kms=on', '--dry-run');
  const settings = '-c stage=prod -c shift=now -c kms=on';
  expect(stdout).toBe(`npm run -s preflight -- --settings ${settings}
git worktree add --force --detach <folder> ${head}
cp cdk.json <folder>
cd <folder> && npm ci --no-audit --no-fund
cd <folder> && npx cdk deploy StorePlatform-prod --exclusively --require-approval never ${settings}
`);
  expect(code).toBe(0);
});

test('uses packages that are installed already', async () => {
  const { stdout } = await rollback('--stage', 'dev', '--commit', 'HEAD', '--packages', '/former/node_modules', '--dry-run');
  expect(stdout).toContain('\ncp -R /former/node_modules <folder>/node_modules\ncd <folder> && npx cdk deploy');
  expect(stdout).not.toContain('npm ci');
});
