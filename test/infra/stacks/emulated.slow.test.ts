import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { isEmulated, settledFor } from '../../../infra/stacks/emulated.ts';
import { templatesOf } from '../../support/synthesized.ts';

describe('the flag', () => {
  const asked = (emulated: string | undefined, AWS_ENDPOINT_URL?: string) =>
    isEmulated(new App({ context: { emulated } }), { ...(AWS_ENDPOINT_URL && { AWS_ENDPOINT_URL }) });

  test('is for an AWS on this machine', () => {
    expect(asked('true', 'https://127.0.0.1:4566')).toBe(true);
    expect(asked(undefined, 'https://127.0.0.1:4566')).toBe(false);
  });

  test.each([undefined, 'https://amazonaws.com', 'https://127.0.0.1.example.com', '127.0.0.1:4566'])(
    'is refused where AWS is at %s',
    (endpoint) => expect(() => asked('true', endpoint)).toThrow('AWS_ENDPOINT_URL'),
  );
});

test('only with the variable that a local run has may webhooks go to this machine', () => {
  expect(settledFor({})).toEqual({ AWS_TIMEOUT_FACTOR: '10' });
  expect(settledFor({ WEBHOOK_ALLOW_LOCAL: '0' })).toEqual({ AWS_TIMEOUT_FACTOR: '10' });
  expect(settledFor({ WEBHOOK_ALLOW_LOCAL: '1' })).toEqual({ AWS_TIMEOUT_FACTOR: '10', WEBHOOK_ALLOW_LOCAL: '1' });
});

test('in the templates nothing differs but the alarms that say their metrics at length', () => {
  const [plain, emulated] = [templatesOf('dev'), templatesOf('emulated')];
  expect(emulated.data.toJSON()).toEqual(plain.data.toJSON());
  const [before, after] = [plain.service.toJSON(), emulated.service.toJSON()];
  const alarms = Object.keys(before.Resources).filter((id) => before.Resources[id].Properties.Metrics);
  expect(alarms.length).toBeGreaterThan(1);
  for (const id of alarms) {
    expect(after.Resources[id].Properties).toMatchObject({ MetricName: expect.any(String), Namespace: 'Emulated' });
    delete before.Resources[id];
    delete after.Resources[id];
  }
  expect(after).toEqual(before);
});
