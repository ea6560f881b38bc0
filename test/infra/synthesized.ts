import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { bundle } from '../../infra/bundle.ts';
import { DataStack } from '../../infra/dataStack.ts';
import { ServiceStack } from '../../infra/serviceStack.ts';

/** The templates of both stacks, made as `cdk synth` makes them. */
export async function synthesized() {
  const folder = mkdtempSync(join(tmpdir(), 'stacks-'));
  try {
    const asset = join(folder, 'functions');
    const { handlers, uses } = await bundle(asset);
    const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
    const app = new App({ outdir: join(folder, 'cdk.out'), context });
    const data = new DataStack(app, 'Data');
    const service = new ServiceStack(app, 'Service', { table: data.table, bundle: { asset, handlers, uses } });
    return { data: Template.fromStack(data), service: Template.fromStack(service) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The function of an operation. */
export const functionOf = (service: Template, id: string) =>
  Object.values(service.findResources('AWS::Lambda::Function', { Properties: { Description: id } }))[0]?.Properties;
