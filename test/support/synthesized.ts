import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import type { bundle } from '../../infra/bundle/bundle.ts';
import type { StageName, Synthesized } from './stages.ts';

/** The folder where the setup put the bundle and the templates. */
const folder = process.env.SYNTHESIZED as string;
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** The folder of the bundled functions, and what `bundle` returned. */
export const bundled = (): { asset: string } & Awaited<ReturnType<typeof bundle>> => ({
  asset: join(folder, 'functions'),
  ...read('bundle.json'),
});

export const synthesized = (name: StageName): Synthesized => read(`${name}.json`);

/** The templates of the two stacks of a stage. */
export function templatesOf(name: StageName) {
  const { data, service } = synthesized(name);
  return { data: Template.fromJSON(data), service: Template.fromJSON(service) };
}

/** The properties of all resources of a type. */
export const propertiesOf = (template: Template, type: string) =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

/** The properties of an operation's function. */
export const functionOf = (service: Template, id: string) =>
  propertiesOf(service, 'AWS::Lambda::Function').find(({ Description }) => Description === id);
