import type { StoreError } from '../../apps/client/client.ts';

/** The error that a call of the client throws. Fails the test if there is none. */
export const errorOf = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => Promise.reject(new Error('expected an error')),
    (error) => error,
  );
