import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client, platformClient } from '../../apps/client/client.ts';

const platformKey = 'a-platform-key-of-the-bench';

/** Starts the server of `npm start` on a fresh folder, which is removed with it. */
export async function startLocalService() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const settings = { PORT: '0', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error', PLATFORM_API_KEY: platformKey };
  const child = spawn(process.execPath, ['infra/local/serve.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url: await addressOf(child), pid: child.pid as number, stop };
}

function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((found, failed) => {
    child.once('exit', (code) => failed(new Error(`The server did not start (code ${code}).`)));
    child.stdout?.on('data', (chunk) => {
      const address = /Serving on (\S+)/.exec(String(chunk))?.[1];
      if (address) found(address);
    });
  });
}

export const orderOfOneLine = { lines: [{ sku: 'TEA', quantity: 1 }] };

/** The key of a new store with 25 orders, from 1001 on. */
export async function aStoreKey(url: string): Promise<string> {
  const platform = platformClient({ url, key: platformKey });
  const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
  const { id } = await platform.createTenant({ name: 'bench', country: 'DE', timezone: 'Europe/Berlin', owner });
  const { secret } = await platform.issueKey({ id });
  const key = secret as string;
  const store = client({ url, key });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: null });
  for (let i = 0; i < 25; i++) await store.placeOrder(orderOfOneLine);
  return key;
}

export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] as number;
}
