import { createServer, type Server } from 'node:net';

type Handle = { connect: Connect; connect6: Connect };
type Connect = (request: object, address: string, port: number) => number;

const refused = -111;

/**
 * Blocks every connection of this process except those to the database, and records the blocked addresses. It works below
 * all libraries, right before the system call.
 */
export function blockConnections() {
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
