import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { newTenant } from '../support/actors.ts';
import { platformKeyHeader, type RawRequest, raw } from '../support/raw.ts';

const path = '/v1/platform/tenant/';
const json = { 'Content-Type': 'application/json' };
const post = (body: RawRequest['body'], headers: RawRequest['headers'] = json) =>
  raw({ method: 'POST', path, headers: { ...platformKeyHeader(), ...headers }, ...(body !== undefined && { body }) });

async function errorOf(body: RawRequest['body']) {
  const { status, text } = await post(body);
  const { code, description, errors } = JSON.parse(text);
  expect(text).not.toMatch(/node_modules|\.ts\b|Error:/);
  return { status, code, description, errors };
}

test('reads a body in any number of chunks, even if one ends inside a character', async () => {
  const body = Buffer.from(JSON.stringify(newTenant({ owner: { ...newTenant().owner, last_name: 'Łukasz 👩‍💻' } })));
  const parts = Array.from({ length: body.length }, (_, i) => body.subarray(i, i + 1));
  const { status, text, headers } = await post(parts);
  expect(status).toBe(201);
  expect(JSON.parse(text).payload.tenant.owner.last_name).toBe('Łukasz 👩‍💻');
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
});

test.each<[string, Buffer | string]>([
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['incomplete UTF-8', Buffer.from('{"name":"é"}').subarray(0, 10)],
  ['a byte order mark and an object', `\ufeff${JSON.stringify(newTenant())}`],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
  ['random bytes', randomBytes(1000)],
  ['spaces', '   '],
  ['nothing', ''],
])('a body of %s gets 400', async (_, body) => {
  const answer = await errorOf(body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.errors.length).toBeGreaterThan(0);
});

test('the error for an invalid body does not repeat a secret from it', async () => {
  const { description } = await errorOf('{"name": "x", "secret": hunter2');
  expect(description).not.toContain('hunter2');
});

const padded = (bytes: number) => {
  const body = JSON.stringify({ ...newTenant(), pad: '' });
  return body.replace('"pad":""', `"pad":"${'x'.repeat(bytes - body.length)}"`);
};

test.each<[string, () => RawRequest['body'], number]>([
  ['256 KB', () => padded(256 * 1024), 400],
  ['256 KB and a byte', () => padded(256 * 1024 + 1), 413],
  ['11 MB', () => padded(11 * 1024 * 1024), 413],
  ['40 MB', () => padded(40 * 1024 * 1024), 413],
  ['9 MB of invalid UTF-8', () => Buffer.alloc(9 * 1024 * 1024, 0xff), 413],
  ['9 MB in chunks', () => Array.from({ length: 90 }, () => 'x'.repeat(100_000)), 413],
  ['150,000 characters of two bytes', () => 'ä'.repeat(150_000), 413],
])('a body of %s is accepted only up to 256 KB', async (_, bodyOf, status) => {
  const code = status === 413 ? 'payload_too_large' : 'invalid_request';
  expect(await errorOf(bodyOf())).toMatchObject({ status, code });
});

test('keeps working after a connection breaks off in the middle of a body', async () => {
  const { port } = new URL(process.env.BASE_URL as string);
  await new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"na`, () => socket.destroy());
    });
    socket.on('close', resolve);
  });
  expect((await post(JSON.stringify(newTenant()))).status).toBe(201);
});
