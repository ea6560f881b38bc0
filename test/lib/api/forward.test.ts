import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { handler } from '../../../functions/unmatched.ts';
import { routes } from '../../../lib/routes.ts';
import { aReceiver } from '../../support/receiver.ts';
import { recordLog } from '../../support/recordLog.ts';

type Invocation = { path: string | undefined; event: APIGatewayProxyEvent };

const invocations: Invocation[] = [];
const lines = recordLog();
let answer: { status?: number; headers?: Record<string, string>; body: string; ms?: number };

const lambda = await aReceiver(async ({ url, json }) => {
  invocations.push({ path: url, event: json });
  await setTimeout(answer.ms ?? 0);
  return answer;
});
const credentials = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const address = {
  AWS_ENDPOINT_URL_LAMBDA: new URL(lambda.url).origin,
  FUNCTION_PREFIX: 'Shop-api-',
  AWS_TIMEOUT_FACTOR: '2',
};
Object.assign(process.env, credentials, address);

const send = (httpMethod: string, path: string) => {
  const request = { headers: { 'X-API-KEY': 'a key' }, body: null, requestContext: { requestId: 'r1' } };
  return handler({ ...request, httpMethod, path, pathParameters: { proxy: path.slice(1) } } as never);
};

test.each([
  ['/v1/platform/tenant/plan', 'POST'],
  ['/v1/management/order', 'GET and POST'],
  ['/v1/management/product/TEA', 'GET, PATCH and PUT'],
])('rejects another method at %s, and names those that the path supports', async (path, methods) => {
  const { statusCode, body } = await send('DELETE', path);
  expect(statusCode).toBe(405);
  expect(JSON.parse(body).description).toBe(`This path does not support DELETE. It supports ${methods}.`);
});

test('forwards a request that has a route to its function, with its parameters, and returns the response', async () => {
  answer = { body: '{"statusCode":201,"headers":{"X-Request-Id":"r1"},"body":"{}"}' };
  const response = await send('POST', '/v1/management/order/1001/payment/');
  expect(response).toEqual({ statusCode: 201, headers: { 'X-Request-Id': 'r1' }, body: '{}' });
  const { path, event } = invocations.at(-1) as Invocation;
  expect(path).toBe('/2015-03-31/functions/Shop-api-createPayment/invocations?Qualifier=live');
  expect(event).toMatchObject({
    httpMethod: 'POST',
    path: '/v1/management/order/1001/payment/',
    resource: '/v1/management/order/{number}/payment/',
    pathParameters: { number: '1001' },
    headers: { 'X-API-KEY': 'a key' },
    requestContext: { requestId: 'r1' },
  });
  const message = 'the gateway did not match a known path';
  expect(lines).toMatchObject([{ level: 'warn', message, operation: 'createPayment', request_id: 'r1' }]);
});

test('forwards a page to the function of the site', async () => {
  answer = { body: '{"statusCode":200,"body":"<html>"}' };
  expect(await send('GET', '/docs/')).toEqual({ statusCode: 200, body: '<html>' });
  expect(invocations.at(-1)?.path).toContain('Shop-api-site');
});

test('waits for a function longer than for the database', async () => {
  answer = { body: '{"statusCode":200,"body":"late"}', ms: 2100 };
  expect(await send('GET', '/docs/')).toEqual({ statusCode: 200, body: 'late' });
});

test('keeps operations warm, and goes on if one of them fails', async () => {
  answer = { headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: '{}' };
  const before = invocations.length;
  expect(await handler({ keep_warm: ['getOrder', 'placeOrder'] } as never)).toEqual({ statusCode: 204, body: '' });
  expect(lines).toHaveLength(2);
  const calls = invocations.slice(before).map(({ path, event }) => [path?.split('/')[3], event]);
  const event = { keep_warm: [] };
  expect(calls.sort()).toEqual([
    ['Shop-api-getOrder', event],
    ['Shop-api-placeOrder', event],
  ]);
});

test('keeps all operations warm, even if each of them starts slowly', async () => {
  answer = { body: '{}', ms: 400 };
  const before = invocations.length;
  await handler({ keep_warm: routes.map(({ id }) => id) } as never);
  expect(lines).toEqual([]);
  expect(invocations).toHaveLength(before + routes.length);
});

test('forwards nothing else', async () => {
  const before = invocations.length;
  expect((await send('GET', '/v1/management/nothing/')).statusCode).toBe(404);
  expect((await send('DELETE', '/v1/management/order/')).statusCode).toBe(405);
  expect(invocations).toHaveLength(before);
});

test.each([
  ['fails', { headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: '{"errorMessage":"out of memory"}' }],
  ['does not respond', { body: '' }],
  ['is throttled', { status: 429, headers: { 'X-Amzn-ErrorType': 'TooManyRequestsException' }, body: '{}' }],
])('returns 503 after a single attempt, and logs it, if the function %s', async (_, bad) => {
  answer = bad;
  const before = invocations.length;
  const { statusCode, headers, body } = await send('GET', '/v1/management/order/');
  expect([statusCode, JSON.parse(body)]).toEqual([
    503,
    expect.objectContaining({ code: 'temporarily_unavailable', request_id: 'r1' }),
  ]);
  expect(headers?.['Retry-After']).toBe('1');
  expect(body).not.toContain('memory');
  expect(invocations).toHaveLength(before + 1);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      message: 'could not forward the request',
      request_id: 'r1',
      operation: 'getOrders',
    }),
  );
});
