import { type App, Tags } from 'aws-cdk-lib';
import { DataStack } from './dataStack.ts';
import type { Bundle } from './functions/functions.ts';
import { ServiceStack } from './serviceStack.ts';
import type { Stage } from './stage.ts';

/** The two stacks of a stage: the data, which is never replaced, and the service, which can be replaced at any time. */
export function createStacks(app: App, stage: Stage, bundle: Bundle) {
  Tags.of(app).add('stage', stage.name);
  const data = new DataStack(app, `StorePlatformData-${stage.name}`, stage);
  const service = new ServiceStack(app, `StorePlatform-${stage.name}`, { table: data.table, bundle, stage });
  if (stage.table) {
    service.addStackDependency(data, 'its code may need what a later version adds to the table');
  }
  return { data, service };
}
