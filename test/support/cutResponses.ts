import { afterAll } from '@jest/globals';
import { aDatabaseProxy, type Cut } from './databaseProxy.ts';
import type { Fault } from './injectFault.ts';

const proxies = new Map<Cut, ReturnType<typeof aDatabaseProxy>>();

afterAll(async () => {
  for (const proxy of proxies.values()) (await proxy).close();
});

function proxyFor(cut: Cut) {
  const proxy = proxies.get(cut) ?? aDatabaseProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, cut);
  proxies.set(cut, proxy);
  return proxy;
}

/** The database executes the call, but its response is cut off in the middle. The connection is real, and so is its error. */
export const responseThat =
  (cut: Cut): Fault =>
  async ({ request, forward }) => {
    const { hostname, port } = new URL((await proxyFor(cut)).endpoint);
    Object.assign(request, { hostname, port: Number(port) });
    return forward();
  };
