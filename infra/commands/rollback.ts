import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../apps/ops/commandError.ts';
import { main, type Values } from './main.ts';

const help = `Returns the service of a stage to an earlier version. The data stays as it is.

  npm run rollback -- --stage prod --commit COMMIT [-c NAME=VALUE …] [--packages FOLDER] [--dry-run]

  --stage     dev or prod
  --commit    the commit to return to; the output Commit of the stack names the deployed one
  -c          a setting that is not in cdk.json; drop=kms accepts that the stage loses this setting
  --packages  a node_modules folder of that commit, to use instead of installing
  --dry-run   prints the commands without running them

First checks that no setting of the last deployment is lost. Then checks the commit out into a temporary folder, installs its
dependencies, and deploys its service stack with the current cdk.json, shifting all requests to it at once. Uses the
credentials and region of your AWS profile.
`;

const options = {
  stage: { type: 'string' },
  commit: { type: 'string' },
  context: { type: 'string', short: 'c', multiple: true },
  packages: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

type Step = { folder: string; command: string[] };

const lineOf = ({ folder, command }: Step) => `${folder === '.' ? '' : `cd ${folder} && `}${command.join(' ')}\n`;

await main(help, options, run);

function run({ stage, commit, context = [], packages, 'dry-run': isDryRun }: Values<typeof options>): void {
  if (stage !== 'dev' && stage !== 'prod') throw new CommandError('Pass the stage with --stage: dev or prod.');
  if (!commit) throw new CommandError('Pass the commit with --commit. The output Commit of the stack names the deployed one.');
  const full = fullCommit(commit);
  const folder = isDryRun ? '<folder>' : mkdtempSync(join(tmpdir(), 'rollback-'));
  const steps = stepsOf(folder, full, stage, context, packages);
  if (isDryRun) return void process.stdout.write(steps.map(lineOf).join(''));
  try {
    for (const step of steps) execute(step);
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(
    `${stage} runs ${full.slice(0, 12)} again. Check out that commit, and run npm run smoke -- --stack StorePlatform-${stage}.\n`,
  );
}

function fullCommit(commit: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  const isDirty = commit.endsWith('-dirty');
  throw new CommandError(
    `There is no commit ${commit} here. ${isDirty ? 'It was deployed with uncommitted files; leave out -dirty to return to the commit that they were based on.' : 'Fetch it first.'}`,
  );
}

/** An older data stack would remove what was added later, so only the service stack is deployed. */
function stepsOf(folder: string, commit: string, stage: string, context: string[], packages?: string): Step[] {
  const settings = [`stage=${stage}`, 'shift=now', ...context].flatMap((one) => ['-c', one]);
  const stack = `StorePlatform-${stage}`;
  return [
    { folder: '.', command: ['npm', 'run', '-s', 'preflight', '--', '--settings', ...settings] },
    { folder: '.', command: ['git', 'worktree', 'add', '--force', '--detach', folder, commit] },
    // An older cdk.json may lack settings made since, such as a restored table.
    { folder: '.', command: ['cp', 'cdk.json', folder] },
    packages
      ? { folder: '.', command: ['cp', '-R', packages, join(folder, 'node_modules')] }
      : { folder, command: ['npm', 'ci', '--no-audit', '--no-fund'] },
    { folder, command: ['npx', 'cdk', 'deploy', stack, '--exclusively', '--require-approval', 'never', ...settings] },
  ];
}

function execute({ folder, command: [program = '', ...args] }: Step): void {
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0)
    throw new CommandError(
      `${program} ${args[0]} failed${error ? ` (${error.message})` : ''}. The remaining steps did not run. Fix the error above, then run the same command again.`,
    );
}
