import { expect, jest, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { words } from '../../support/hostile.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';

type Failure = {
  name?: string;
  code?: string;
  $fault?: string;
  $metadata?: { httpStatusCode: number };
  CancellationReasons?: object[];
};

/** The SDK sets `$fault` once it has read the whole response. */
const answered = (httpStatusCode: number, name: string, $fault = httpStatusCode < 500 ? 'client' : 'server') => ({
  name,
  $metadata: { httpStatusCode },
  $fault,
});

const { key } = await aStore();
await call('getOwnTenant', { as: key });

const read = () => call('getOwnTenant', { as: key });

/** The status of a response if the read of the tenant, or another call, fails in this way. */
async function statusAfter(failure: Failure, command = 'GetItem', work = read): Promise<number> {
  const fault: Fault = () => Promise.reject(Object.assign(new Error('failed'), failure));
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { result } = await withFaults([{ command, lasting: true, fault }], work);
  written.mockRestore();
  return result.status;
}

test.each<[Failure]>([
  [{ name: 'TimeoutError' }],
  [{ name: 'AbortError' }],
  [{ name: 'NetworkingError' }],
  ...words('ECONNRESET ECONNREFUSED ETIMEDOUT EHOSTUNREACH ENETUNREACH ECONNABORTED EPIPE EAI_AGAIN ENOTFOUND').map(
    (code): [Failure] => [{ code }],
  ),
  [{ name: 'SyntaxError', $metadata: { httpStatusCode: 200 } }],
  [{ code: 'ECONNRESET', $metadata: { httpStatusCode: 400 } }],
  [answered(500, 'InternalServerError')],
  [answered(503, 'ServiceUnavailable')],
  [answered(400, 'Unknown', 'server')],
  [answered(400, 'ThrottlingException')],
  [answered(400, 'ProvisionedThroughputExceededException')],
  [answered(400, 'RequestLimitExceeded')],
  [answered(400, 'TransactionInProgressException')],
])('%j is temporary', async (failure) => {
  expect(await statusAfter(failure)).toBe(503);
});

test.each<[Failure]>([
  [{ name: 'TypeError' }],
  [answered(400, 'ValidationException')],
  [answered(400, 'AccessDeniedException')],
  [answered(499, 'ResourceNotFoundException')],
])('%j is our own fault', async (failure) => {
  expect(await statusAfter(failure)).toBe(500);
});

test('a write that the database calls invalid is our own fault', async () => {
  const CancellationReasons = [{ Code: 'None' }, { Code: 'ValidationError' }];
  const write = () => call('updateLegal', { as: key, body: { vat_id: '1' } });
  const failure = { ...answered(400, 'TransactionCanceledException'), CancellationReasons };
  expect(await statusAfter(failure, 'TransactWriteItems', write)).toBe(500);
});
