import { expect, test } from '@jest/globals';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { baseUrlOf } from '../../../lib/site/baseUrl.ts';

const baseOf = (headers: Record<string, string>, stage = '') => {
  const event = gatewayEvent({ method: 'GET', url: '/openapi.json', headers });
  event.requestContext.path = `${stage}/openapi.json`;
  return baseUrlOf(event);
};

test.each([
  [{ host: '127.0.0.1:3000' }, '', 'http://127.0.0.1:3000'],
  [{ Host: 'API.example.com', 'X-Forwarded-Proto': 'https' }, '', 'https://api.example.com'],
  [
    { Host: 'a.execute-api.eu-central-1.amazonaws.com', 'X-Forwarded-Proto': 'https' },
    '/prod',
    'https://a.execute-api.eu-central-1.amazonaws.com/prod',
  ],
  [{ host: '[::1]:3000' }, '', 'http://[::1]:3000'],
  [{ host: 'shop.example.com', 'x-forwarded-proto': 'javascript' }, '', 'http://shop.example.com'],
])('%j with the stage %j gives %s', (headers, stage, expected) => {
  expect(baseOf(headers as Record<string, string>, stage)).toBe(expected);
});

test.each(['', 'a"b', 'a/b', 'a b', 'user@example.com', 'example.com:99999', 'example.com:x', '<script>', '-a', '[x]'])(
  'a request with the host %j has no base URL',
  (host) => {
    expect(baseOf({ host })).toBeUndefined();
  },
);
