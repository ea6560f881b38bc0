import { expect, test } from '@jest/globals';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { checks } from '../../../infra/stacks/checks.ts';
import { anApp } from '../../support/synthesized.ts';

const everything = {
  stage: 'prod',
  alarms: 'ops@example.com',
  domain: 'api.example.com',
  certificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000',
  tracing: 'on',
  table: 'restored-table',
};

type Made = Awaited<ReturnType<typeof anApp>>;

async function checked(given: Record<string, string>, change: (made: Made) => void = () => {}) {
  const made = await anApp(given);
  change(made);
  checks(made.app);
  return () => made.app.synth();
}

test.each([
  ['the development stage', {}],
  ['the production stage', { stage: 'prod' }],
  ['the production stage with everything on', everything],
])('%s does nothing that AWS advises against, but for what is acknowledged with its reason', async (_, given) => {
  expect(await checked(given)).not.toThrow();
});

test('what is not acknowledged lets synthesis fail', async () => {
  expect(await checked({}, ({ service }) => new Bucket(service, 'Leaky'))).toThrow('AwsSolutions-S10');
});
