import { execSync } from 'node:child_process';
import { App, CfnOutput } from 'aws-cdk-lib';
import { CommandError } from '../apps/ops/commandError.ts';
import { bundle } from './bundle/bundle.ts';
import { adaptToEmulator, emulatorConstants, isEmulated } from './stacks/emulated.ts';
import { addChecks } from './stacks/nagChecks.ts';
import { createStacks } from './stacks/stacks.ts';
import { stageOf } from './stacks/stage.ts';

try {
  const app = new App();
  const stage = stageOf((name) => app.node.tryGetContext(name), process.env);
  const emulated = isEmulated(app, process.env);
  const asset = emulated ? 'dist/emulated' : 'dist/functions';
  const bundled = await bundle(asset, emulated ? emulatorConstants(process.env) : {});
  const { service } = createStacks(app, stage, { asset, ...bundled });
  new CfnOutput(service, 'Commit', { value: currentCommit() });
  if (emulated) adaptToEmulator(app);
  addChecks(app);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** The deployed commit, to roll back to and to decode stack traces with. */
function currentCommit(): string {
  try {
    return execSync('git describe --always --dirty', { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}
