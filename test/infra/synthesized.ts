import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { bundle } from '../../infra/bundle/bundle.ts';
import { createStacks } from '../../infra/stacks/stacks.ts';
import { stageOf } from '../../infra/stacks/stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'stacks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const asset = join(folder, 'functions');
let bundled: ReturnType<typeof bundle> | undefined;

const account = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };

/** The app that `cdk synth -c …` creates. */
export async function anApp(given: Record<string, string> = { stage: 'prod' }) {
  bundled ??= bundle(asset);
  const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
  const app = new App({ outdir: mkdtempSync(join(folder, 'cdk.out-')), context: { ...context, ...given } });
  const stage = stageOf((name) => app.node.tryGetContext(name), account);
  return { app, ...createStacks(app, stage, { asset, ...(await bundled) }) };
}

/** The templates of both stacks. */
export async function synthesized(given?: Record<string, string>) {
  const { data, service } = await anApp(given);
  return { data: Template.fromStack(data), service: Template.fromStack(service) };
}

/** The properties of an operation's function. */
export const functionOf = (service: Template, id: string) =>
  Object.values(service.findResources('AWS::Lambda::Function', { Properties: { Description: id } }))[0]?.Properties;
