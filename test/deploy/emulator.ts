import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startProgram } from '../../infra/local/childProgram.ts';
import { certificateIn, installed, root } from './program.ts';

const region = 'eu-central-1';

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** Starts an emulated AWS on loopback. It checks each call against the deployed policies, and loses all data when it stops. */
export async function startEmulator() {
  const folder = mkdtempSync(join(tmpdir(), 'emulated-aws-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The emulator's workers are CommonJS, whatever a package.json in a parent folder says.
  writeFileSync(join(folder, 'package.json'), '{}');
  const { cert, key } = certificateIn(folder);
  setDefaultCACertificates([...getCACertificates(), readFileSync(cert, 'utf8')]);
  const { endpoint, stop } = await startProgram({
    name: 'The emulated AWS',
    protocol: 'https',
    command: (port) => [installed(), '-m', 'hypercorn', 'emulated_aws:app', ...serve(port)],
    environment: (port) => ({
      ...neutral(),
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      AUTH: 'true',
      USE_SSL: '1',
      MINISTACK_SSL_CERT: cert,
      MINISTACK_SSL_KEY: key,
      // The functions get this variable too. Code bundled for AWS must ignore it.
      WEBHOOK_ALLOW_LOCAL: '1',
      // The functions need the certificate and the port to call the emulator.
      NODE_EXTRA_CA_CERTS: cert,
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: '127.0.0.1',
      MINISTACK_REGION: region,
      TMPDIR: folder,
      S3_DATA_DIR: join(folder, 's3'),
      STATE_DIR: join(folder, 'state'),
    }),
  });
  // With this environment, AWS tools call the emulator as an administrator.
  return { env: clientOf(endpoint, cert, folder), folder, stop };
}

const serve = (port: number) => ['--config', 'python:ministack.core.hypercorn_conf', '--bind', `127.0.0.1:${port}`];

/** The caller's environment without settings for another AWS, and with the Node of this project first in PATH. */
function neutral(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(AWS_|CDK_|.*_PROXY$)/i.test(name));
  return { ...Object.fromEntries(kept), PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
}

const clientOf = (endpoint: string, cert: string, folder: string): NodeJS.ProcessEnv => ({
  ...neutral(),
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_CONFIG_FILE: join(folder, 'none'),
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  AWS_CA_BUNDLE: cert,
  NODE_EXTRA_CA_CERTS: cert,
  CDK_HOME: folder,
});
