import type { StoreError } from '../../lib/client/client.ts';

/** What a call of the client throws; that it throws nothing fails the test. */
export const refusalOf = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => Promise.reject(new Error('no refusal')),
    (error) => error,
  );
