import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { gatewayEvent } from '../../infra/local/event.ts';
import { load } from '../../infra/local/localServer.ts';
import { shaped } from '../support/call.ts';
import { silenceLog } from '../support/faultCells.ts';
import { failsBefore, isThrottled, timesOut } from '../support/faultKinds.ts';
import { type Fault, recordCalls, withFaults } from '../support/injectFault.ts';

silenceLog();

const payload = z.object({ status: z.literal('ok') });
const row = { id: 'health', caller: 'management', method: 'GET', payload } as const;

async function health() {
  const handler = await load('health');
  return handler(gatewayEvent({ method: 'GET', url: '/health', headers: {} }), {});
}

test('returns 200 without a key, after one read of the database', async () => {
  const { result, calls } = await recordCalls(health);
  expect([result.statusCode, JSON.parse(result.body)]).toEqual([200, { payload: { status: 'ok' } }]);
  expect(calls).toEqual([{ command: 'GetItem', nth: 1 }]);
});

const missing: Fault = async () => {
  const answered = { name: 'ResourceNotFoundException', $fault: 'client', $metadata: { httpStatusCode: 400 } };
  throw Object.assign(new Error('no such table'), answered);
};

test.each([
  ['cannot be reached', failsBefore],
  ['is throttled', isThrottled],
  ['times out', timesOut],
  ['has no table', missing],
])('returns 503 if the database %s', async (_, fault) => {
  const { result } = await withFaults([{ command: 'GetItem', lasting: true, fault }], health);
  expect(shaped(row, result)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
});
