import { App } from 'aws-cdk-lib';
import { bundle } from './bundle.ts';
import { checks } from './checks.ts';
import { Fault } from './local/fault.ts';
import { stacksOf } from './stacks.ts';
import { stageOf } from './stage.ts';

const asset = 'dist/functions';

try {
  const app = new App();
  const stage = stageOf((name) => app.node.tryGetContext(name), process.env);
  stacksOf(app, stage, { asset, ...(await bundle(asset)) });
  checks(app);
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
