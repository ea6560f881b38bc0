import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from '@jest/globals';
import { callReceiver } from '../../../lib/webhook/callReceiver.ts';
import { within } from '../../support/clocks.ts';
import { aRawReceiver, until } from '../../support/receiver.ts';

const ask = (url: string, timeout = 5000) => callReceiver({ url, headers: {}, body: '{}', timeout });
const ok = 'HTTP/1.1 200 OK\r\n';
const responding = (text: string) => (socket: Socket) => socket.end(text);

describe('times out', () => {
  const every = (milliseconds: number, text: string) => (socket: Socket) => {
    socket.write(`${ok}X-Slow: `);
    const timer = setInterval(() => socket.write(text), milliseconds);
    socket.once('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => unknown]>([
    ['sends nothing', () => {}],
    ['never ends its headers', every(50, 'x')],
    ['sends its body byte by byte', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => every(50, 'x')(socket))],
    ['keeps sending 100 Continue', every(50, '\r\n\r\nHTTP/1.1 100 Continue')],
  ])('for a receiver that %s', async (_, behave) => {
    const { port, open } = await aRawReceiver(behave);
    const called = await within(3000, ask(`http://127.0.0.1:${port}/hooks`, 400));
    expect(called).toMatchObject({ status: null, problem: 'timeout' });
    expect(called.duration_ms).toBeGreaterThanOrEqual(390);
    await until(() => open() === 0);
  });

  test('after three seconds for a receiver that accepts but never completes the TLS handshake', async () => {
    const { port } = await aRawReceiver(() => {});
    const called = await within(6000, ask(`https://localhost:${port}/`, 10_000));
    expect(called).toMatchObject({ status: null, problem: 'connect_timeout' });
    expect(called.duration_ms).toBeGreaterThanOrEqual(2950);
  });
});

describe('over TLS', () => {
  test('reports a receiver that does not support TLS', async () => {
    const { port } = await aRawReceiver(responding(`${ok}\r\n`));
    expect(await ask(`https://localhost:${port}/`)).toMatchObject({ status: null, problem: 'tls_failed' });
  });

  test('sends nothing to a receiver with an untrusted certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [keyout, out] = [join(folder, 'key'), join(folder, 'certificate')];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
    spawnSync('openssl', ['req', '-x509', ...kind, '-keyout', keyout, '-out', out, '-addext', 'subjectAltName=DNS:localhost']);
    const sent: string[] = [];
    const server = createTlsServer({ key: readFileSync(keyout), cert: readFileSync(out) }, (socket) =>
      socket.on('data', (chunk) => sent.push(`${chunk}`)).on('error', () => {}),
    );
    rmSync(folder, { recursive: true });
    const { port } = await aRawReceiver(() => {}, server as unknown as Server);
    expect(await ask(`https://localhost:${port}/`)).toMatchObject({ status: null, problem: 'tls_failed' });
    expect(sent).toEqual([]);
  });
});
