import { expect, test } from '@jest/globals';
import { find } from '../../../lib/db/read.ts';
import { aFaultyProxy } from '../../support/faultyServer.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';

const known = new Set<unknown>();
let isLost = false;

const address = await aFaultyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, () => async (forward, { socket }) => {
  if (isLost && known.has(socket)) return void socket?.destroy();
  known.add(socket);
  return forward();
});
const proxy = new URL(address);

const throughProxy: Fault = async ({ request, forward }) => {
  Object.assign(request, { hostname: proxy.hostname, port: Number(proxy.port) });
  return forward();
};

const reading = (times: number) =>
  withFaults([{ command: 'GetItem', nth: 'every', lasting: true, fault: throughProxy }], () =>
    Promise.all(Array.from({ length: times }, () => find('PLATFORM#KEY', 'KEY#none'))),
  );

test('after a freeze of the process, when every idle connection is lost, the retry opens a new one', async () => {
  await reading(3);
  expect(known.size).toBe(3);
  isLost = true;
  const { result } = await reading(1);
  expect(result).toEqual([undefined]);
  expect(known.size).toBe(4);
});
