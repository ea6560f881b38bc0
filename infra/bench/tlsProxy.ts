import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { certificateIn } from '../../test/deploy/program.ts';

/**
 * Serves an endpoint over TLS on this machine, with a certificate made for the run. It passes on small packets at once. The
 * usual delay of 40 ms would hide the differences between the handlers.
 */
export async function tlsProxy(folder: string, endpoint: string) {
  const { cert, key } = certificateIn(folder);
  const { hostname, port } = new URL(endpoint);
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key), noDelay: true }, (incoming) => {
    const outgoing = connect({ port: Number(port), host: hostname, noDelay: true });
    const close = () => {
      incoming.destroy();
      outgoing.destroy();
    };
    incoming.on('error', close).on('close', close).pipe(outgoing);
    outgoing.on('error', close).on('close', close).pipe(incoming);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint: proxy, certificate: cert, stop: () => server.close() };
}
