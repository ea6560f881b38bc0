import { App } from 'aws-cdk-lib';
import { bundle } from './bundle.ts';
import { DataStack } from './dataStack.ts';
import { ServiceStack } from './serviceStack.ts';

const asset = 'dist/functions';
const { handlers, uses } = await bundle(asset);

const app = new App();
const { table } = new DataStack(app, 'StorePlatformData');
new ServiceStack(app, 'StorePlatform', { table, bundle: { asset, handlers, uses } });
