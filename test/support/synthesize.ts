import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { bundle } from '../../infra/bundle/bundle.ts';
import { adaptToEmulator } from '../../infra/stacks/emulated.ts';
import { addChecks } from '../../infra/stacks/nagChecks.ts';
import { createStacks } from '../../infra/stacks/stacks.ts';
import { stageOf } from '../../infra/stacks/stage.ts';
import { deployedTo, type StageName, type Synthesized, stages } from './stages.ts';

// Bundles the functions and synthesizes every stage into a folder. This runs outside Jest, because CDK takes a stack trace for
// each construct, and mapping all of them in Jest is slow.
const [folder = ''] = process.argv.slice(2);
const asset = join(folder, 'functions');
const bundled = await bundle(asset);
const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));

/** The app as `cdk synth -c …` creates it. */
function appOf(name: StageName) {
  const app = new App({ outdir: join(folder, `cdk.out-${name}`), context: { ...context, ...stages[name] } });
  const stage = stageOf((key) => app.node.tryGetContext(key), deployedTo);
  const stacks = createStacks(app, stage, { asset, ...bundled });
  if (name === 'emulated') adaptToEmulator(app);
  if (name === 'leaky') new Bucket(stacks.service, 'Leaky');
  return { app, ...stacks };
}

/** The report of the checks if they fail synthesis. */
function findingsIn(app: App): string | null {
  addChecks(app);
  try {
    app.synth();
    return null;
  } catch {
    return readFileSync(join(app.outdir, 'validation-report.json'), 'utf8');
  }
}

function synthesize(name: StageName): Synthesized {
  const { data, service } = appOf(name);
  const templates = { data: Template.fromStack(data).toJSON(), service: Template.fromStack(service).toJSON() };
  const after = { data: data.dependencies.includes(service), service: service.dependencies.includes(data) };
  // The checks cannot be added to an app that is already synthesized, so they get their own.
  return { ...templates, after, findings: findingsIn(appOf(name).app) };
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'bundle.json'), JSON.stringify(bundled));
for (const name of Object.keys(stages) as StageName[]) {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(synthesize(name)));
}
