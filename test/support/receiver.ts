import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it expects
export type Received = { at: number; url: string; headers: Record<string, string>; text: string; json: any };

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A status, a response, or a function. A function that returns nothing either sends the response itself or sends none. */
export type ReceiverAnswer =
  | number
  | Reply
  | ((received: Received, outgoing: ServerResponse) => Reply | number | undefined | Promise<Reply | number | undefined>);

export type Receiver = Awaited<ReturnType<typeof aReceiver>>;

const open = new Set<() => Promise<void>>();
afterAll(async () => {
  await Promise.all([...open].map((close) => close()));
});

/** A receiver on loopback. It gives these answers one after another, then repeats the last one. */
export async function aReceiver(...answers: ReceiverAnswer[]) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let remaining = answers;
  const server = createServer(async (incoming, outgoing) => {
    const call = await read(incoming);
    received.push(call);
    const [next = 200] = remaining;
    if (remaining.length > 1) remaining = remaining.slice(1);
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
    /** Replaces the answers from now on. */
    answers(...next: ReceiverAnswer[]) {
      remaining = next;
    },
    /** Resolves once it has received this many calls. */
    async calls(count: number, seconds = 20) {
      await until(
        () => received.length >= count,
        seconds,
        () => `${count} calls, not ${received.length}`,
      );
      return received;
    },
    /** The distinct ids of the events that it received. */
    events: () => new Set(received.map(({ headers }) => headers['webhook-id'] as string)),
  };
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const at = Date.now();
  const body = await text(incoming);
  const headers = incoming.headers as Received['headers'];
  return {
    ...{ at, url: incoming.url as string, headers, text: body },
    get json() {
      return JSON.parse(body);
    },
  };
}

function answer(outgoing: ServerResponse, { status = 200, headers = {}, body = {} }: Reply) {
  outgoing.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const hangs: ReceiverAnswer = () => undefined;

/** Closes the connection without a response. */
export const closes: ReceiverAnswer = (_, outgoing) => void outgoing.socket?.destroy();

/** A TCP server that runs `behave` on each connection once it receives data. */
export async function aRawReceiver(behave: (socket: Socket) => unknown, server: Server = createTcpServer()) {
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

/** This clock runs even if a test stops the clocks. */
const ticks = performance.now.bind(performance);

/** Waits until the check succeeds, or fails after this many seconds. */
export async function until(check: () => unknown, seconds = 60, expected = () => 'the expected state') {
  for (const deadline = ticks() + seconds * 1000; !(await check()); await sleep(20)) {
    if (ticks() > deadline) throw new Error(`Expected within ${seconds} s: ${expected()}`);
  }
}
