import { describe, expect, jest, test } from '@jest/globals';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { operation } from '../../../lib/api/operation.ts';
import { getOwnTenant } from '../../../lib/tenant/routes.ts';
import { aStore, uniqueName } from '../../support/actors.ts';
import { shaped } from '../../support/call.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { aProduct, place } from '../../support/orders.ts';
import { recordLog } from '../../support/recordLog.ts';

const store = await aStore();
const lines = recordLog();

describe('an internal error', () => {
  const failing = operation(getOwnTenant, async () => {
    throw new Error('secret');
  });

  test('returns 500 without its message, which is logged with its stack and its duration to a tenth of a millisecond', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValue(1012.34);
    const { method, path } = getOwnTenant();
    const result = await failing(gatewayEvent({ method, url: path, headers: { 'x-api-key': store.key } }));
    const answer = shaped(getOwnTenant(), result);
    expect(answer).toMatchObject({ status: 500, code: 'internal_error' });
    expect(answer.text).not.toContain('secret');
    const line = { level: 'error', status: 500, code: 'internal_error', tenant: store.tenant.id, duration_ms: 12.3 };
    expect(lines[0]).toMatchObject({ ...line, cause: expect.stringMatching(/^Error: secret\n +at /) });
  });

  test('is also the response if the database calls our write invalid', async () => {
    const sku = await aProduct(store, { stock: 5 });
    const invalid: Fault = async ({ input }) => {
      const reasons = input.TransactItems.map(() => ({ Code: 'ValidationError' }));
      const details = {
        name: 'TransactionCanceledException',
        CancellationReasons: reasons,
        $fault: 'client',
        $metadata: { httpStatusCode: 400 },
      };
      throw Object.assign(new Error(uniqueName('invalid')), details);
    };
    const plan = { command: 'TransactWriteItems', nth: 'every' as const, lasting: true, fault: invalid };
    const { result } = await withFaults([plan], () => place(store, { lines: [{ sku, quantity: 1 }] }));
    expect(result).toMatchObject({ status: 500, code: 'internal_error' });
  });
});
