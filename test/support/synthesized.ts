import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import type { bundle } from '../../infra/bundle/bundle.ts';
import type { Name, Synthesized } from './stages.ts';

/** Where the set-up of the run put the bundle and the templates. */
const folder = process.env.SYNTHESIZED as string;
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** The folder of the bundled functions, and what `bundle` returned. */
export const bundled = (): { asset: string } & Awaited<ReturnType<typeof bundle>> => ({
  asset: join(folder, 'functions'),
  ...read('bundle.json'),
});

export const synthesized = (name: Name): Synthesized => read(`${name}.json`);

/** The templates of both stacks of a stage. */
export function templatesOf(name: Name) {
  const { data, service } = synthesized(name);
  return { data: Template.fromJSON(data), service: Template.fromJSON(service) };
}

/** The function of an operation. */
export const functionOf = (service: Template, id: string) =>
  Object.values(service.findResources('AWS::Lambda::Function', { Properties: { Description: id } }))[0]?.Properties;
