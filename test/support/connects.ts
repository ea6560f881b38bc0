import { createServer, type Server } from 'node:net';

type Handle = { connect: Connect; connect6: Connect };
type Connect = (request: object, address: string, port: number) => number;

const refused = -111;

/**
 * Lets no connection of this process leave but those to the database, and keeps the address of each that would have: at the
 * last step before the system is asked, whichever way led there.
 */
export function connects() {
  const { hostname, port: own } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB as string);
  const seen: string[] = [];
  const server = createServer().listen(0) as Server & { _handle: object };
  const handle = Object.getPrototypeOf(server._handle) as Handle;
  server.close();
  const before = { connect: handle.connect, connect6: handle.connect6 };
  for (const name of ['connect', 'connect6'] as const) {
    handle[name] = function (this: Handle, request, address, port) {
      if (address === hostname && port === Number(own)) return before[name].call(this, request, address, port);
      seen.push(address);
      return refused;
    };
  }
  return { seen, stop: () => Object.assign(handle, before) };
}
