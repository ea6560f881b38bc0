import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { operation } from '../../../lib/operation.ts';
import { routes } from '../../../lib/routes.ts';
import { getOwnTenant } from '../../../lib/tenant/routes.ts';
import { aStore, platform, type Store, uniqueName } from '../../support/actors.ts';
import { type Answer, call, shaped } from '../../support/call.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { aProduct, place } from '../../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const common = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };

describe('no response may be cached', () => {
  test.each(routes.map(({ id }) => id))('%s', async (id) => {
    expect((await call(id)).headers).toMatchObject(common);
  });

  test.each<[string, () => Promise<Answer>]>([
    ['a success', () => call('getOwnTenant', { as: store.key })],
    ['a page', () => call('getProducts', { as: store.key, query: { limit: '1' } })],
    ['a creation', () => call('createTenant', { as: platform, body: {} })],
    ['something missing', () => call('getOrder', { as: store.key, params: { number: '1000' } })],
  ])('%s', async (_, work) => {
    expect((await work()).headers).toMatchObject(common);
  });
});

describe('an error of our own', () => {
  const written: string[] = [];
  const fails = operation(getOwnTenant, async () => {
    throw new Error('secret');
  });

  async function failed() {
    written.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const { method, path } = getOwnTenant();
    const result = await fails(gatewayEvent({ method, url: path, headers: { 'x-api-key': store.key } }));
    return shaped(getOwnTenant(), result);
  }

  test('answers 500 without its text', async () => {
    const answer = await failed();
    expect(answer).toMatchObject({ status: 500, code: 'internal_error' });
    expect(answer.text).not.toContain('secret');
  });

  test('is logged with its text and stack', async () => {
    await failed();
    const [line = '{}'] = written;
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      status: 500,
      code: 'internal_error',
      tenant: store.tenant.id,
      cause: expect.stringMatching(/^Error: secret\n +at /),
    });
  });

  test('includes a write that the database calls invalid', async () => {
    const sku = await aProduct(store, { stock: 5 });
    const invalid: Fault = async ({ input }) => {
      const reasons = input.TransactItems.map(() => ({ Code: 'ValidationError' }));
      const details = {
        name: 'TransactionCanceledException',
        CancellationReasons: reasons,
        $metadata: { httpStatusCode: 400 },
      };
      throw Object.assign(new Error(uniqueName('invalid')), details);
    };
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const plan = { command: 'TransactWriteItems', nth: 'every' as const, lasting: true, fault: invalid };
    const { result } = await withFaults([plan], () => place(store, { lines: [{ sku, quantity: 1 }] }));
    expect(result).toMatchObject({ status: 500, code: 'internal_error' });
  });
});
