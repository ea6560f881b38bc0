import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';

// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects to be sent
export type Received = { at: number; url: string; headers: Record<string, string>; text: string; json: any };

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A status, a whole answer, or something else that happens; what gives nothing answers itself or not at all. */
export type Answering =
  | number
  | Reply
  | ((received: Received, outgoing: ServerResponse) => Reply | number | undefined | Promise<Reply | number | undefined>);

export type Receiver = Awaited<ReturnType<typeof aReceiver>>;

const open = new Set<() => Promise<void>>();
afterAll(async () => {
  await Promise.all([...open].map((close) => close()));
});

/** A store's own server, on loopback. It gives these answers one after another, and the last of them for ever. */
export async function aReceiver(...answers: Answering[]) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let answering = answers;
  const server = createServer(async (incoming, outgoing) => {
    const call = await read(incoming);
    received.push(call);
    const [next = 200] = answering;
    if (answering.length > 1) answering = answering.slice(1);
    const reply = typeof next === 'function' ? await next(call, outgoing) : next;
    if (reply !== undefined) answer(outgoing, typeof reply === 'number' ? { status: reply } : reply);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async () => {
    open.delete(close);
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  open.add(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    close,
    /** How it answers from now on. */
    answers(...anew: Answering[]) {
      answering = anew;
    },
    /** Resolves when it has been called so often. */
    async calls(count: number, seconds = 20) {
      await until(
        () => received.length >= count,
        seconds,
        () => `${count} calls, not ${received.length}`,
      );
      return received;
    },
    /** The ids of the events that it was called with, each once. */
    events: () => new Set(received.map(({ headers }) => headers['webhook-id'] as string)),
  };
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const at = Date.now();
  const body = await text(incoming);
  const headers = incoming.headers as Received['headers'];
  return { at, url: incoming.url as string, headers, text: body, json: JSON.parse(body) };
}

function answer(outgoing: ServerResponse, { status = 200, headers = {}, body = {} }: Reply) {
  outgoing.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const hangs: Answering = () => undefined;

/** Closes the connection without a word. */
export const closes: Answering = (_, outgoing) => void outgoing.socket?.destroy();

/** A server that does what it likes with a connection once something was sent to it. */
export async function aWildReceiver(behave: (socket: Socket) => unknown, server: Server = createTcpServer()) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => behave(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.add(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    open: () => [...sockets].filter(({ destroyed }) => !destroyed).length,
  };
}

/** It goes on where a test holds the clocks. */
const ticks = performance.now.bind(performance);

/** Waits until something is so, and no longer than this. */
export async function until(check: () => unknown, seconds = 20, expected = () => 'what was waited for') {
  for (const deadline = ticks() + seconds * 1000; !(await check()); await sleep(20)) {
    if (ticks() > deadline) throw new Error(`within ${seconds} s there should have been ${expected()}`);
  }
}
