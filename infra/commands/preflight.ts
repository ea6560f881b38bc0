import { readFileSync } from 'node:fs';
import { CommandError } from '../../apps/ops/commandError.ts';
import { Settings } from '../stacks/settings.ts';
import { stageOf, stages } from '../stacks/stage.ts';
import { main, type Values } from './main.ts';
import { awsAccount } from './preflight/account.ts';
import { checksOf, settingsCheck } from './preflight/preflightChecks.ts';

const help = `Checks for problems that would make a deployment fail. Changes nothing.

  npm run preflight -- [-c NAME=VALUE …] [--settings]

  -c          a setting, as for cdk deploy, such as stage=prod; others are read from cdk.json.
              drop=kms,tracing accepts that the next deployment loses these settings of the last
  --settings  checks only that no setting of the last deployment is lost, as a rollback does first

Prints a line for each check, with the remedy if it fails, and a further line for each difference of a restored table. Exits
with 0 if all pass, and with 1 otherwise. Uses the credentials and region of your AWS profile.
`;

const options = { context: { type: 'string', short: 'c', multiple: true }, settings: { type: 'boolean' } } as const;

await main(help, options, run);

async function run({ context: given = [], settings: isShort }: Values<typeof options>): Promise<void> {
  const context = contextOf(given);
  const account = await awsAccount();
  const stage = stageOf(context, { CDK_DEFAULT_ACCOUNT: account.id, CDK_DEFAULT_REGION: account.region });
  const drop = String(context('drop') ?? '')
    .split(',')
    .filter(Boolean);
  const checks = isShort ? [settingsCheck(stage, account, drop)] : checksOf(stage, account, drop);
  let failed = 0;
  for (const { name, run: check } of checks) {
    const problem = await check();
    if (problem) failed += 1;
    process.stdout.write(problem ? `FAILED  ${problem}\n` : `ok      ${name}\n`);
  }
  process.stdout.write(
    failed > 0 ? `Fix the failed checks (${failed}) before you deploy.\n` : `${stage.name} can be deployed.\n`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}

/** The settings that `cdk deploy` would read: those of the command line, then those of cdk.json. */
function contextOf(given: string[]): (name: string) => unknown {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const pairs = given.map((one) => /^([^=]+)=(.*)$/s.exec(one)?.slice(1) as [string, string] | undefined);
  if (pairs.includes(undefined)) throw new CommandError('Write each setting as -c name=value.');
  const all = { ...context, ...Object.fromEntries(pairs as [string, string][]) };
  const unknown = Object.keys(all).filter((name) => !isSetting(name));
  if (unknown.length > 0)
    throw new CommandError(`There is no setting ${unknown.join(', ')}. Use ${Object.keys(Settings.shape).join(', ')}.`);
  return (name) => all[name];
}

/** What a deployment reads, and what CDK itself does. Both ignore a misspelt name. */
function isSetting(name: string): boolean {
  const [own = '', stage] = name.split(':');
  if (name.startsWith('@aws-cdk/') || ['cli-telemetry', 'drop'].includes(name)) return true;
  return Object.hasOwn(Settings.shape, own) && (stage === undefined || Object.hasOwn(stages, stage));
}
