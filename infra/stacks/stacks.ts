import { type App, Tags } from 'aws-cdk-lib';
import { DataStack } from './dataStack.ts';
import type { Bundle } from './functions/functions.ts';
import { ServiceStack } from './serviceStack.ts';
import type { Stage } from './stage.ts';

/** The two stacks of one stage: the data, which is never replaced, and the service, which may be at any time. */
export function stacksOf(app: App, stage: Stage, bundle: Bundle) {
  Tags.of(app).add('stage', stage.name);
  const data = new DataStack(app, `StorePlatformData-${stage.name}`, stage);
  const service = new ServiceStack(app, `StorePlatform-${stage.name}`, { table: data.table, bundle, stage });
  if (stage.table)
    data.addStackDependency(service, 'the service lets go of the table before the data stack withholds its name');
  return { data, service };
}
