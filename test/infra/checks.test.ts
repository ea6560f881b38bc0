import { expect, test } from '@jest/globals';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { addChecks } from '../../infra/stacks/checks.ts';
import { anApp } from './synthesized.ts';

const everything = {
  stage: 'prod',
  alarms: 'ops@example.com',
  domain: 'api.example.com',
  certificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000',
  tracing: 'on',
  table: 'restored-table',
};

type Created = Awaited<ReturnType<typeof anApp>>;

async function checked(given: Record<string, string>, change: (created: Created) => void = () => {}) {
  const created = await anApp(given);
  change(created);
  addChecks(created.app);
  return () => created.app.synth();
}

test.each([
  ['the development stage', {}],
  ['the production stage', { stage: 'prod' }],
  ['the production stage with every setting', everything],
])('%s follows the advice of AWS, except where an exception is acknowledged', async (_, given) => {
  expect(await checked(given)).not.toThrow();
});

test('synthesis fails on anything that is not acknowledged', async () => {
  expect(await checked({}, ({ service }) => new Bucket(service, 'Leaky'))).toThrow('AwsSolutions-S10');
});
