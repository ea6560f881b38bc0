import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';

type Answer = { status: number; headers: Record<string, string>; body: string };
/** A fault of one request. `forward` lets the request take effect. */
export type Fault = (forward: () => Promise<Answer>, outgoing: ServerResponse) => Promise<Answer | undefined>;

export const lostRequest: Fault = async (_, outgoing) => void outgoing.socket?.destroy();

export const lostAnswer: Fault = async (forward, outgoing) => {
  await forward();
  outgoing.socket?.destroy();
};

export const truncatedAnswer: Fault = async (forward, outgoing) => {
  const { status, body } = await forward();
  outgoing.writeHead(status, { 'Content-Length': Buffer.byteLength(body) });
  outgoing.write(body.slice(0, 20), () => outgoing.socket?.destroy());
};

export const noAnswer: Fault = async (forward) => void (await forward());

/** Responds with this status without taking effect. */
export const answering =
  (status: number, headers: Record<string, string> = {}, body = '<html>'): Fault =>
  async () => ({ status, headers, body });

/** Responds with this status after the request took effect. */
export const answeringAfterEffect =
  (status: number): Fault =>
  async (forward) => {
    await forward();
    return { status, headers: {}, body: '' };
  };

const open = new Set<() => void>();
afterAll(() => {
  for (const close of open) close();
});

/** A proxy in front of the service. Each of the first requests gets one of these faults, and the rest pass. */
export async function aFaultyServer(...faults: Fault[]) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; at: number }[] = [];
  const left = [...faults];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    seen.push({ method, url, headers, at: performance.now() });
    const forward = () => forwardTo(method, url, headers, body);
    const answer = await (left.shift() ?? forward)(forward, outgoing);
    if (answer) outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function forwardTo(
  method: string,
  url: string,
  { host, connection, ...headers }: IncomingMessage['headers'],
  body: Buffer,
) {
  const kept = headers as Record<string, string>;
  delete kept['content-length'];
  delete kept['transfer-encoding'];
  const answer = await fetch(process.env.BASE_URL + url, { method, headers: kept, ...(body.length > 0 && { body }) });
  const { 'x-request-id': id = '', 'retry-after': retry } = Object.fromEntries(answer.headers);
  return {
    status: answer.status,
    headers: { 'X-Request-Id': id, ...(retry && { 'Retry-After': retry }) },
    body: await answer.text(),
  };
}
