import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { callReceiver } from '../../../lib/webhook/callReceiver.ts';
import type { EventType } from '../../../lib/webhook/inputs.ts';
import { generateSecret, sendEvent } from '../../../lib/webhook/send.ts';
import { within } from '../../support/clocks.ts';
import { aRawReceiver, aReceiver, until } from '../../support/receiver.ts';

const ask = (url: string, timeout = 5000) =>
  callReceiver({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"ü"}', timeout });
const responding = (text: string | Buffer) => (socket: Socket) => socket.end(text);
const ok = 'HTTP/1.1 200 OK\r\n';

async function answered(behave: (socket: Socket) => unknown) {
  const { port, open } = await aRawReceiver(behave);
  const called = await ask(`http://127.0.0.1:${port}/hooks`);
  await until(() => open() === 0);
  // Wait, so that a late error would still fail this test.
  await sleep(30);
  return called;
}

test.each<[EventType, number]>([
  ['confirm-order', 10_000],
  ['calculate-shipping-rates', 4000],
  ['order-changed', 10_000],
])('a call of %s may take %i ms', async (type, milliseconds) => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  const { url } = await aReceiver();
  const event = { type, id: 'evt_1', created: '2026-11-22T08:00:00.000Z', tenant: 'ten_1' as const, data: {} };
  expect(await sendEvent({ url, secrets: [generateSecret()] }, event, new Date())).toMatchObject({ status: 200 });
  expect(timeout.mock.calls).toEqual([[milliseconds]]);
  timeout.mockRestore();
});

describe('handles a response', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['without Content-Length', `${ok}\r\nhello`, 200, 'hello'],
    ['without headers or body', `${ok}\r\n`, 200, ''],
    ['without a reason phrase', 'HTTP/1.1 200\r\n\r\nhello', 200, 'hello'],
    ['in HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', 200, 'hello'],
    ['in chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`, 200, 'hello'],
    ['after 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 5\r\n\r\nhello`, 200, 'hello'],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}Content-Length: 5\r\n\r\nhello`, 200, 'hello'],
    ['without content', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    [
      'of bytes that are not valid UTF-8',
      Buffer.concat([Buffer.from(`${ok}\r\n`), Buffer.from([0xff, 0xfe, 0x00])]),
      200,
      '\ufffd\ufffd\u0000',
    ],
  ])('%s', async (_, text, status, body) => {
    expect(await answered(responding(text))).toMatchObject({ status, body, problem: null });
  });

  test('over 64 KB by reading only the first 64 KB', async () => {
    const { body, problem, status } = await answered((socket) => socket.end(`${ok}\r\n${'x'.repeat(1_000_000)}`));
    expect({ status, problem, length: body.length }).toEqual({ status: 200, problem: null, length: 65_536 });
  });

  test('that never ends', async () => {
    const endless = (socket: Socket) => {
      socket.write(`${ok}\r\n`);
      const timer = setInterval(() => socket.write('x'.repeat(30_000)), 1);
      socket.once('close', () => clearInterval(timer));
    };
    expect(await answered(endless)).toMatchObject({ status: 200, problem: null });
  });

  test.each([300, 301, 302, 303, 307, 308])('with a redirect by not following it: %d', async (status) => {
    const elsewhere = await aReceiver();
    const { port } = await aRawReceiver(
      responding(`HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ status, problem: `status_${status}` });
    expect(elsewhere.received).toEqual([]);
  });
});

describe('reports a failed connection for', () => {
  test.each<[string, string]>([
    ['a protocol other than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['an empty response', ''],
    ['half a status line', 'HTTP/1.1 20'],
    ['incomplete headers', `${ok}Content-Le`],
    ['a body longer than Content-Length', `${ok}Content-Length: 2\r\n\r\nhello`],
    ['a body shorter than Content-Length', `${ok}Content-Length: 100\r\n\r\nhello`],
    ['a chunk without a valid size', `${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['endless headers', `${ok}X-Padding: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['both Content-Length and chunks', `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a switch to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
    ['a negative Content-Length', `${ok}Content-Length: -1\r\n\r\n`],
  ])('%s', async (_, text) => {
    expect(await answered(responding(text))).toMatchObject({ status: null, body: '', problem: 'connection_failed' });
  });

  test('a connection that is reset before or during the response', async () => {
    const failed = { status: null, problem: 'connection_failed' };
    expect(await answered((socket) => socket.resetAndDestroy())).toMatchObject(failed);
    const late = (socket: Socket) => socket.write(`${ok}Content-Length: 9\r\n\r\nx`, () => socket.resetAndDestroy());
    expect(await answered(late)).toMatchObject(failed);
  });
});

describe('times out', () => {
  const keepsSending = (text: string) => (socket: Socket) => {
    socket.write(`${ok}X-Slow: `);
    const timer = setInterval(() => socket.write(text), 50);
    socket.once('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => unknown]>([
    ['sends nothing', () => {}],
    ['never ends its headers', keepsSending('x')],
    ['sends its body byte by byte', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => keepsSending('x')(socket))],
    ['keeps sending 100 Continue', keepsSending('\r\n\r\nHTTP/1.1 100 Continue')],
  ])('for a receiver that %s', async (_, behave) => {
    const { port, open } = await aRawReceiver(behave);
    const called = await within(3000, ask(`http://127.0.0.1:${port}/hooks`, 400));
    expect(called).toMatchObject({ status: null, problem: 'timeout' });
    expect(called.duration_ms).toBeGreaterThanOrEqual(390);
    await until(() => open() === 0);
  });

  test('after three seconds for a receiver that accepts but never completes the TLS handshake', async () => {
    const { port } = await aRawReceiver(() => {});
    const called = await within(6000, ask(`https://127.0.0.1:${port}/`, 10_000));
    expect(called).toMatchObject({ status: null, problem: 'connect_timeout' });
    expect(called.duration_ms).toBeGreaterThanOrEqual(2950);
  });
});

describe('over TLS', () => {
  test('reports a receiver that does not support TLS', async () => {
    const { port } = await aRawReceiver(responding(`${ok}\r\n`));
    expect(await ask(`https://localhost:${port}/`)).toMatchObject({ status: null, problem: 'tls_failed' });
  });
});
