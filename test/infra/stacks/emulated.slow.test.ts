import { describe, expect, test } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { emulatorConstants, isEmulated } from '../../../infra/stacks/emulated.ts';
import { templatesOf } from '../../support/synthesized.ts';

describe('-c emulated=true', () => {
  const isAccepted = (emulated: string | undefined, AWS_ENDPOINT_URL?: string) =>
    isEmulated(new App({ context: { emulated } }), { ...(AWS_ENDPOINT_URL && { AWS_ENDPOINT_URL }) });

  test('is accepted if the endpoint is on this machine', () => {
    expect(isAccepted('true', 'https://127.0.0.1:4566')).toBe(true);
    expect(isAccepted(undefined, 'https://127.0.0.1:4566')).toBe(false);
  });

  test.each([undefined, 'https://amazonaws.com', 'https://127.0.0.1.example.com', '127.0.0.1:4566'])(
    'is rejected if the endpoint is %s',
    (endpoint) => expect(() => isAccepted('true', endpoint)).toThrow('AWS_ENDPOINT_URL'),
  );
});

test('webhooks may call this machine only if WEBHOOK_ALLOW_LOCAL is 1', () => {
  expect(emulatorConstants({})).toEqual({ AWS_TIMEOUT_FACTOR: '30', QUEUE_BATCH: '1' });
  expect(emulatorConstants({ WEBHOOK_ALLOW_LOCAL: '0' })).toEqual({ AWS_TIMEOUT_FACTOR: '30', QUEUE_BATCH: '1' });
  expect(emulatorConstants({ WEBHOOK_ALLOW_LOCAL: '1' })).toEqual({
    AWS_TIMEOUT_FACTOR: '30',
    QUEUE_BATCH: '1',
    WEBHOOK_ALLOW_LOCAL: '1',
  });
});

test('the emulated templates differ only in alarms on expressions and labelled metrics', () => {
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
