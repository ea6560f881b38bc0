import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { aRatesStore, ratesRequest } from '../../support/rates.ts';
import { run } from '../../support/run.ts';

const inItsOwnProcess = `
  const { handler } = await import('./functions/management/calculateRates.ts');
  const { body } = await handler(JSON.parse(process.argv[1]), {});
  process.stdout.write(JSON.parse(body).payload.source);
`;

test('twelve requests, each in a process of its own, are at most five calls at once', async () => {
  const inFlight = { now: 0, most: 0 };
  const store = await aRatesStore(async () => {
    inFlight.now += 1;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    // Half of what the service waits, because twelve processes share this machine.
    await sleep(2000);
    inFlight.now -= 1;
    return { body: { rates: [] } };
  });
  const ask = async (quantity: number) => {
    const body = JSON.stringify(ratesRequest(store, { lines: [{ sku: store.sku, quantity }] }));
    const headers = { 'X-API-KEY': store.key, 'Content-Type': 'application/json' };
    const event = gatewayEvent({ method: 'POST', url: '/v1/management/shipping/rates/', headers, body });
    const { stdout } = await run(['node', '--input-type=module', '-e', inItsOwnProcess, JSON.stringify(event)]);
    return stdout;
  };
  const sources = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(i + 1)));
  expect(inFlight.most).toBeLessThanOrEqual(5);
  expect(new Set(sources)).toEqual(new Set(['live', 'none']));
});
