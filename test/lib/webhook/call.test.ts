import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { callReceiver } from '../../../lib/webhook/call.ts';
import { aReceiver, aWildReceiver } from '../../support/receiver.ts';

const ask = (url: string, timeout = 5000) =>
  callReceiver({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"ü"}', timeout });
const says = (text: string | Buffer) => (socket: Socket) => socket.end(text);
const ok = 'HTTP/1.1 200 OK\r\n';

async function answered(behave: (socket: Socket) => unknown) {
  const { port, open } = await aWildReceiver(behave);
  const called = await ask(`http://127.0.0.1:${port}/hooks`);
  // Whatever comes afterwards must not be a fault of nobody's.
  await sleep(30);
  return { ...called, open: open() };
}

describe('an answer that is one, however odd:', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['without a length', `${ok}\r\nhello`, 200, 'hello'],
    ['without anything', `${ok}\r\n`, 200, ''],
    ['without a reason', 'HTTP/1.1 200\r\n\r\nhello', 200, 'hello'],
    ['in HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', 200, 'hello'],
    ['in chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`, 200, 'hello'],
    ['after 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 5\r\n\r\nhello`, 200, 'hello'],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}Content-Length: 5\r\n\r\nhello`, 200, 'hello'],
    ['without content', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    [
      'of bytes that are no text',
      Buffer.concat([Buffer.from(`${ok}\r\n`), Buffer.from([0xff, 0xfe, 0x00])]),
      200,
      '\ufffd\ufffd\u0000',
    ],
  ])('%s', async (_, text, status, body) => {
    expect(await answered(says(text))).toMatchObject({ status, body, problem: null });
  });

  test('longer than 64 KB, of which no more is read', async () => {
    const { body, problem, status } = await answered((socket) => socket.end(`${ok}\r\n${'x'.repeat(1_000_000)}`));
    expect({ status, problem, length: body.length }).toEqual({ status: 200, problem: null, length: 65_536 });
  });

  test('without an end', async () => {
    const endless = (socket: Socket) => {
      socket.write(`${ok}\r\n`);
      const timer = setInterval(() => socket.write('x'.repeat(30_000)), 1);
      socket.once('close', () => clearInterval(timer));
    };
    const begun = performance.now();
    expect(await answered(endless)).toMatchObject({ status: 200, problem: null, open: 0 });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test.each([301, 302, 303, 307, 308])('a redirect, which is not followed: %d', async (status) => {
    const elsewhere = await aReceiver();
    const { port } = await aWildReceiver(
      says(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ status, problem: `status_${status}` });
    expect(elsewhere.received).toEqual([]);
  });
});

describe('an answer that is none:', () => {
  test.each<[string, string]>([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['nothing', ''],
    ['half a status line', 'HTTP/1.1 20'],
    ['half of the headers', `${ok}Content-Le`],
    ['more than it says', `${ok}Content-Length: 2\r\n\r\nhello`],
    ['less than it says', `${ok}Content-Length: 100\r\n\r\nhello`],
    ['a chunk of no size', `${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['headers without an end', `${ok}X-Padding: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['both a length and chunks', `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    ['a length below zero', `${ok}Content-Length: -1\r\n\r\n`],
  ])('%s', async (_, text) => {
    expect(await answered(says(text))).toMatchObject({ status: null, body: '', problem: 'connection_failed', open: 0 });
  });

  test('a connection that is reset, before the answer and in it', async () => {
    const failed = { status: null, problem: 'connection_failed' };
    expect(await answered((socket) => socket.resetAndDestroy())).toMatchObject(failed);
    const late = (socket: Socket) => socket.write(`${ok}Content-Length: 9\r\n\r\nx`, () => socket.resetAndDestroy());
    expect(await answered(late)).toMatchObject(failed);
  });
});
