import { afterEach } from '@jest/globals';
import { type Service, startService, stopService } from './service.ts';

const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await stopService(service);
});

/** Starts a service that runs until the test ends. */
export async function aService(...given: Parameters<typeof startService>): Promise<Service> {
  const service = await startService(...given);
  running.push(service);
  return service;
}
