import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { createLocalServer } from '../../infra/local/localServer.ts';

/** The response to raw bytes, which need not be valid HTTP. */
function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(process.env.BASE_URL as string);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

const line = 'GET /v1/platform/auth/test HTTP/1.1\r\n';

test.each([
  ['invalid HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['20 KB of headers', `${line}Host: x\r\nX-Padding: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'payload_too_large'],
])('%s gets a regular error response', async (_, bytes, status, code) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const { request_id, ...error } = JSON.parse(body);
  expect(error).toEqual({ result: 'error', description: expect.stringMatching(/^.+\.$/), code });
  expect(head.toLowerCase()).toContain(`x-request-id: ${request_id}`);
});

test('a request without a Host header is handled like any other', async () => {
  const answer = await answerTo(`${line}Connection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*\r\nx-request-id: /is);
});

test('answers Expect: 100-continue with 100 Continue', async () => {
  const body = '{}';
  const headers = `Host: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}`;
  expect(await answerTo(`POST /v1/platform/tenant/ HTTP/1.1\r\n${headers}\r\n\r\n${body}`)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /,
  );
});

test('prints an error outside of a handler to the terminal', async () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ownKeys = () => {
    throw new Error('an error of the server itself');
  };
  const broken = new Proxy({}, { ownKeys });
  const server = createLocalServer(() => broken).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/platform/tenant/`;
  await expect(fetch(url, { method: 'POST', body: '{}' }).finally(() => server.close())).rejects.toThrow('fetch failed');
  expect(written).toHaveBeenCalledWith(expect.stringContaining('an error of the server itself'));
  written.mockRestore();
});
