import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cdk, deploy, servedAt } from './cdk.ts';
import { startEmulator } from './emulator.ts';
import { output, root } from './program.ts';

const started = performance.now();
const tell = (what: string) =>
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}\n`);

mkdirSync('dist/results', { recursive: true });
const emulator = await startEmulator();
tell('an emulated AWS is up');
try {
  const withReceivers = { ...emulator, env: { ...emulator.env, WEBHOOK_ALLOW_LOCAL: '1' } };
  await cdk(emulator, 'bootstrap');
  tell('cdk bootstrap');
  const { BaseUrl, TableName } = await deploy(withReceivers);
  tell('cdk deploy');
  const key = await output('npm', ['run', '--silent', 'platform-key', '--', '--table', TableName], emulator.env);
  tell('the first platform key');
  const BASE_URL = servedAt(BaseUrl, emulator.env);
  const env = { ...emulator.env, BASE_URL, TABLE_NAME: TableName, PLATFORM_API_KEY: key.trim(), CALLS_AT_ONCE: '4' };
  const chosen = process.argv.slice(2);
  const served = await jest('served', chosen.length > 0 ? chosen : ['test/operations', 'test/deploy/served'], env);
  tell('every operation, the queue and the schedule');
  const again = await jest('again', ['test/deploy/again'], env);
  tell('deployed again, and destroyed');
  process.exitCode = served || again;
} finally {
  await emulator.stop();
}

/** The results of each part are kept beside those of the other tests. */
async function jest(part: string, tests: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const node = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  const results = ['--json', `--outputFile=dist/results/${part}.json`];
  const own = ['--config', 'test/deploy/jest.config.ts', '--testTimeout=60000', ...results];
  const child = spawn('node', [...node, ...own, ...tests], { cwd: root, env, stdio: 'inherit' });
  return new Promise((ended) => child.once('close', (code) => ended(code ?? 1)));
}
