import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import type { StoreError } from '../../apps/client/client.ts';

export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
export type Response = { status: number; headers: IncomingMessage['headers']; body: string };

/** Lets the request take effect, by default at its own path. */
type Forward = (path?: string) => Promise<Response>;

/** What becomes of one request. If it returns nothing, it has sent the response itself, or there is none. */
export type Fault = (forward: Forward, outgoing: ServerResponse) => Promise<Response | undefined>;

export const pass: Fault = (forward) => forward();

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

/** Passes a request on, and changes the body of its response. */
export const changing =
  (change: (body: string) => string): Fault =>
  async (forward) => {
    const response = await forward();
    const body = change(response.body);
    return { ...response, headers: { ...response.headers, 'content-length': `${Buffer.byteLength(body)}` }, body };
  };

const open = new Set<() => void>();
afterAll(() => {
  for (const close of open) close();
});

/** A proxy in front of a server. A request without a fault passes. Returns the address of the proxy. */
export async function aFaultyProxy(target: string, faultOf: (received: Received) => Fault | undefined): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    try {
      const received = { method, url, headers, body: await text(incoming) };
      const forward: Forward = (path = url) => sendTo(target, { ...received, url: path });
      const response = await (faultOf(received)?.(forward, outgoing) ?? forward());
      if (response) outgoing.writeHead(response.status, response.headers).end(response.body);
    } catch (error) {
      // The caller or the target is gone.
      if (!(error as NodeJS.ErrnoException).code) throw error;
      outgoing.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.add(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendTo(target: string, { method, url, headers, body }: Received): Promise<Response> {
  // Faults see bodies as text, so nothing may be compressed.
  const { 'transfer-encoding': _, 'accept-encoding': compressions, connection, ...kept } = headers;
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...kept, 'content-length': Buffer.byteLength(body) } };
    const sent = request(target + url, options, async (answer) => {
      const { 'transfer-encoding': _, connection, 'keep-alive': __, ...headers } = answer.headers;
      const body = await text(answer);
      const length = `${Buffer.byteLength(body)}`;
      resolve({ status: answer.statusCode as number, headers: { ...headers, 'content-length': length }, body });
    });
    sent.on('error', reject).end(body);
  });
}

/** A proxy in front of a server. In the platform's audit log, every change is old. */
export const aSettledServer = (target = process.env.BASE_URL as string) =>
  aFaultyProxy(target, ({ url }) => (url.startsWith('/v1/platform/audit/') ? changing(withOldTimes) : undefined));

const withOldTimes = (body: string) => body.replace(/"time":"[^"]*"/g, '"time":"2026-01-01T00:00:00.000Z"');

/** A proxy in front of the service. Each of the first requests gets one of these faults, and the rest pass. */
export async function aFaultyServer(...faults: Fault[]) {
  const seen: (Received & { at: number })[] = [];
  const left = [...faults];
  const url = await aFaultyProxy(process.env.BASE_URL as string, (received) => {
    seen.push({ ...received, at: performance.now() });
    return left.shift();
  });
  return { url, seen };
}

/** The error that a call of the client throws. Fails the test if there is none. */
export const errorOf = (call: Promise<unknown>): Promise<StoreError> =>
  call.then(
    () => Promise.reject(new Error('expected an error')),
    (error) => error,
  );
