import { afterEach, expect, test } from '@jest/globals';
import { awsTimeouts } from '../../lib/awsTimeouts.ts';

const { AWS_TIMEOUT_FACTOR } = process.env;

afterEach(() => {
  process.env.AWS_TIMEOUT_FACTOR = AWS_TIMEOUT_FACTOR;
});

test('a command can raise the timeouts after the module was loaded', () => {
  delete process.env.AWS_TIMEOUT_FACTOR;
  expect(awsTimeouts().requestHandler).toMatchObject({ connectionTimeout: 300, requestTimeout: 1000 });
  process.env.AWS_TIMEOUT_FACTOR = '10';
  expect(awsTimeouts().requestHandler).toMatchObject({ connectionTimeout: 3000, requestTimeout: 10_000 });
});
