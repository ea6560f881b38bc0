import { type Cut, cutOff } from './databaseProxy.ts';
import { aFaultyProxy } from './faultyServer.ts';
import type { Fault } from './injectFault.ts';

const proxies = new Map<Cut, Promise<string>>();

function proxyFor(cut: Cut): Promise<string> {
  const proxy = proxies.get(cut) ?? aFaultyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, () => cutOff(cut));
  proxies.set(cut, proxy);
  return proxy;
}

/** The database executes the call, but its response is cut off in the middle. The connection is real, and so is its error. */
export const responseThat =
  (cut: Cut): Fault =>
  async ({ request, forward }) => {
    const { hostname, port } = new URL(await proxyFor(cut));
    Object.assign(request, { hostname, port: Number(port) });
    return forward();
  };
