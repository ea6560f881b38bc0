import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { client } from '../../../lib/db/client.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { responseThat } from '../../support/cutResponses.ts';
import type { Cut } from '../../support/databaseProxy.ts';
import { withFaults } from '../../support/injectFault.ts';
import { anOrder, pay, read } from '../../support/orders.ts';

let store: Store;

beforeAll(async () => {
  // Short enough for a test that waits for it twice.
  (
    client.config.requestHandler as unknown as { updateHttpClientConfig(name: string, ms: number): void }
  ).updateHttpClientConfig('socketTimeout', 1000);
  store = await aStore();
  await call('getOwnTenant', { as: store.key });
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  jest.restoreAllMocks();
});

describe.each<[Cut]>([['breaks'], ['ends'], ['stalls']])('a response of the database that %s in the middle', (cut) => {
  const fault = responseThat(cut);

  test('is requested again', async () => {
    const { result, injected } = await withFaults([{ command: 'GetItem', fault }], () =>
      call('getOwnTenant', { as: store.key }),
    );
    expect([result.status, injected]).toEqual([200, 1]);
  });

  test('is requested twice before the request fails with 503', async () => {
    const plan = { command: 'GetItem', lasting: true, fault };
    const { result, injected } = await withFaults([plan], () => call('getOwnTenant', { as: store.key }));
    expect([result.code, injected]).toEqual(['temporarily_unavailable', 2]);
  });

  test.each([false, true])('does not pay twice if the payment was recorded (lasting: %s)', async (lasting) => {
    const { number } = await anOrder(store);
    const { result } = await withFaults([{ command: 'PutItem', lasting, fault }], () => pay(store, number, { total: 4 }));
    expect([lasting ? 503 : 201]).toContain(result.status);
    expect(await read(store, number)).toMatchObject({ paid: 4, version: 2 });
  });
});
