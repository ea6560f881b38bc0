import { spawn } from 'node:child_process';
import { errorText } from '../../apps/ops/commandError.ts';
import { cdk, deploy, servedAt } from './cdk.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { output, root } from './program.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const started = performance.now();
const report = (what: string) =>
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}\n`);

try {
  const emulator = await startEmulator();
  report('started the emulated AWS');
  process.exitCode = await testDeployment(emulator, process.argv.slice(2)).finally(emulator.stop);
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = 1;
}

/** Deploys the service, runs all tests or the chosen ones against it, and destroys it. */
async function testDeployment({ env: administrator, folder }: Emulator, chosen: string[]): Promise<number> {
  await cdk({ env: administrator, folder }, 'bootstrap');
  report('cdk bootstrap');
  const { BaseUrl, TableName } = await deploy({ env: { ...administrator, WEBHOOK_ALLOW_LOCAL: '1' }, folder });
  report('cdk deploy');
  const issue = ['run', '--silent', 'platform-key', '--', '--table', TableName, '--label', 'first'];
  const key = await output('npm', issue, administrator);
  report('issued the first platform key');
  const BASE_URL = servedAt(BaseUrl, administrator);
  const env = {
    ...administrator,
    BASE_URL,
    TABLE_NAME: TableName,
    PLATFORM_API_KEY: key.trim(),
    CALLS_AT_ONCE: '4',
    DEPLOYED: '1',
  };
  const served = await jest('served', chosen.length > 0 ? chosen : ['test/operations', 'test/deploy/served'], env);
  report('tested every operation, the queue and the schedule');
  const smoke = await jest('smoke', ['test/deploy/smoke'], env);
  report('ran npm run smoke');
  const again = await jest('again', ['test/deploy/again'], env);
  report('deployed again and destroyed');
  return served || smoke || again;
}

/** Runs tests, and writes their results next to those of the other tests. */
async function jest(part: string, tests: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const node = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  const results = ['--json', `--outputFile=dist/results/${part}.json`];
  const own = ['--config', 'test/deploy/jest.config.ts', ...results];
  const child = spawn('node', [...node, ...own, ...tests], { cwd: root, env, stdio: 'inherit' });
  return new Promise((ended) => child.once('close', (code) => ended(code ?? 1)));
}
