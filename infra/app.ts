import { App, CfnOutput } from 'aws-cdk-lib';
import { bundle } from './bundle/bundle.ts';
import { CommandError } from './commandError.ts';
import { checks } from './stacks/checks.ts';
import { commit } from './stacks/commit.ts';
import { emulate, isEmulated, settledFor } from './stacks/emulated.ts';
import { stacksOf } from './stacks/stacks.ts';
import { stageOf } from './stacks/stage.ts';

try {
  const app = new App();
  const stage = stageOf((name) => app.node.tryGetContext(name), process.env);
  const emulated = isEmulated(app, process.env);
  const asset = emulated ? 'dist/emulated' : 'dist/functions';
  const { service } = stacksOf(app, stage, { asset, ...(await bundle(asset, emulated ? settledFor(process.env) : {})) });
  new CfnOutput(service, 'Commit', { value: commit() });
  if (emulated) emulate(app);
  checks(app);
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
