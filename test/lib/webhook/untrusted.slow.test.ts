import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from '@jest/globals';
import { callReceiver } from '../../../lib/webhook/callReceiver.ts';
import { aRawReceiver } from '../../support/receiver.ts';

test('sends nothing to a receiver with an untrusted certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [keyout, out] = [join(folder, 'key'), join(folder, 'certificate')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost'];
  spawnSync('openssl', ['req', '-x509', ...kind, '-keyout', keyout, '-out', out, '-addext', 'subjectAltName=DNS:localhost']);
  const sent: string[] = [];
  const server = createServer({ key: readFileSync(keyout), cert: readFileSync(out) }, (socket) =>
    socket.on('data', (chunk) => sent.push(`${chunk}`)).on('error', () => {}),
  );
  rmSync(folder, { recursive: true });
  const { port } = await aRawReceiver(() => {}, server as unknown as Server);
  expect(await callReceiver({ url: `https://localhost:${port}/`, headers: {}, body: '{}', timeout: 5000 })).toMatchObject({
    status: null,
    problem: 'tls_failed',
  });
  expect(sent).toEqual([]);
});
