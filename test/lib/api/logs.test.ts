import { expect, jest, test } from '@jest/globals';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { statusOf, unavailable } from '../../../lib/api/errors.ts';
import { operation } from '../../../lib/api/operation.ts';
import { getOwnTenant } from '../../../lib/tenant/routes.ts';
import { aStore, aTenant, platform } from '../../support/actors.ts';
import { call, shaped } from '../../support/call.ts';
import { holdClocks } from '../../support/clocks.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { aRatesStore, askRates, postAnswer } from '../../support/rates.ts';
import { until } from '../../support/receiver.ts';
import { recordLog } from '../../support/recordLog.ts';
import { aDelivery, runDelivery } from '../../support/webhooks.ts';

// All requests of a test fall into one window of the quota.
holdClocks();

const lines = recordLog();

/** The lines that `work` logs, without their times. */
async function logged(work: () => Promise<unknown>) {
  lines.length = 0;
  await work();
  return lines.map(({ time, ...line }) => {
    expect(Math.abs(Date.now() - Date.parse(String(time)))).toBeLessThan(60_000);
    return line;
  });
}

const keyOf = async (as: string): Promise<string> => (await call('getOwnKeys', { as })).payload.keys[0].id;

const requestLine = {
  level: 'info',
  request_id: expect.any(String),
  duration_ms: expect.any(Number),
};

test('a request is logged with its key and tenant, and its duration to a tenth of a millisecond', async () => {
  const { key, tenant } = await aStore();
  const id = await keyOf(key);
  jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValue(1012.34);
  const found = await logged(() => call('getOwnTenant', { as: key }));
  const line = { operation: 'getOwnTenant', status: 200, key: id, tenant: tenant.id, duration_ms: 12.3 };
  expect(found).toEqual([{ ...requestLine, ...line }]);
});

test('with LOG_LEVEL=error, requests are not logged, but failures are', async () => {
  const { key } = await aStore();
  process.env.LOG_LEVEL = 'error';
  const fault = { command: 'GetItem', nth: 'every' as const, lasting: true, fault: failsBefore };
  const found = await logged(async () => {
    await call('getOwnTenant', { as: key });
    await withFaults([fault], () => call('getOwnTenant', { as: key }));
  });
  expect(found).toMatchObject([{ level: 'error', status: 503 }]);
});

test('a rejected request is logged with its code and without a cause', async () => {
  const found = await logged(() => call('getTenant', { as: platform, params: { id: 'nobody' } }));
  const line = { operation: 'getTenant', status: 404, code: 'not_found', key: expect.stringMatching(/^key_/) };
  expect(found).toEqual([{ ...requestLine, ...line }]);
});

test('a request without a key is logged without one', async () => {
  const found = await logged(() => call('getOwnTenant'));
  expect(found).toEqual([{ ...requestLine, operation: 'getOwnTenant', status: 401, code: 'unauthorized' }]);
});

test('a request that the database fails is logged with the cause', async () => {
  const { key, tenant } = await aStore();
  const id = await keyOf(key);
  const plan = { command: 'GetItem', lasting: true, fault: failsBefore };
  const found = await logged(() => withFaults([plan], () => call('getOwnTenant', { as: key })));
  const cause = expect.stringMatching(/^Error: injected: Error\n +at /);
  const line = { operation: 'getOwnTenant', status: 503, code: 'temporarily_unavailable', key: id, tenant: tenant.id, cause };
  expect(found).toEqual([{ ...requestLine, level: 'error', ...line }]);
});

test.each<[string, unknown, 'internal_error' | 'temporarily_unavailable', unknown]>([
  ['an error with its stack', new Error('secret'), 'internal_error', expect.stringMatching(/^Error: secret\n +at /)],
  ['a 503 without a cause', unavailable(), 'temporarily_unavailable', undefined],
  ['a value that is not an error, without its contents', { email: 'ada@example.com' }, 'internal_error', '[object Object]'],
])('logs %s, and its response shows nothing of it', async (_, thrown, code, cause) => {
  const failing = operation(getOwnTenant, () => Promise.reject(thrown));
  const { key, tenant } = await aStore();
  const [{ method, path }, id, status] = [getOwnTenant(), await keyOf(key), statusOf[code]];
  const found = await logged(async () => {
    const answer = shaped(getOwnTenant(), await failing(gatewayEvent({ method, url: path, headers: { 'x-api-key': key } })));
    expect(answer).toMatchObject({ status, code, text: expect.not.stringMatching(/secret|ada@/) });
  });
  const line = { level: 'error', operation: 'getOwnTenant', key: id, tenant: tenant.id, status, code, cause };
  expect(found).toEqual([{ ...requestLine, ...line }]);
});

test('a delivery is logged with its outcome', async () => {
  const { store, delivery } = await aDelivery(500, 200);
  const line = { level: 'info', message: 'delivery', delivery: delivery.id, tenant: store.tenant.id };
  expect(await logged(() => runDelivery(store, delivery))).toEqual([{ ...line, tries: 1, outcome: 'postponed' }]);
});

/** Fails the writes to items whose sort key begins like this. */
const failsFor =
  (sk: string): Fault =>
  (attempt) =>
    JSON.stringify(attempt.input).includes(`"${sk}`) ? failsBefore(attempt) : attempt.forward();

const everyWrite = (command: string, fault: Fault) => [{ command, nth: 'every' as const, lasting: true, fault }];

test('a last use that cannot be recorded is logged, and the request succeeds', async () => {
  const { id } = await aTenant();
  const { payload } = await call('issueKey', { as: platform, params: { id } });
  const request = () => call('getOwnTenant', { as: payload.secret });
  const found = await logged(async () => {
    await withFaults(everyWrite('UpdateItem', failsFor('KEY#')), request);
    await until(() => lines.length === 2);
  });
  const message = 'could not record the last use of the key';
  expect(found).toContainEqual({ level: 'warn', message, key: payload.key.id, cause: expect.any(String) });
  expect(found).toContainEqual(expect.objectContaining({ operation: 'getOwnTenant', status: 200 }));
});

test('a request count that cannot be reported is logged, and the request succeeds', async () => {
  const { key, tenant } = await aStore();
  process.env.QUOTAS = JSON.stringify({ plan1: 1000 });
  const requests = async () => {
    for (let i = 0; i < 6; i++) await call('getOwnTenant', { as: key });
  };
  const found = await logged(async () => {
    await withFaults(everyWrite('UpdateItem', failsFor('WINDOW#')), requests);
    await until(() => lines.some(({ operation }) => !operation));
  });
  expect(found.filter(({ operation }) => !operation)).toEqual([
    { level: 'warn', message: 'could not report the request count', tenant: tenant.id, cause: expect.any(String) },
  ]);
  expect(found.filter(({ status }) => status === 200)).toHaveLength(6);
});

test('rates that cannot be cached are logged', async () => {
  const store = await aRatesStore(postAnswer);
  const found = await logged(() => withFaults(everyWrite('PutItem', failsFor('RATES#')), () => askRates(store)));
  expect(found.filter(({ operation }) => !operation)).toEqual([
    { level: 'warn', message: 'could not cache the rates', tenant: store.tenant.id, cause: expect.any(String) },
  ]);
  expect(found).toContainEqual(expect.objectContaining({ operation: 'calculateRates', status: 200 }));
});
