import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, platformClient } from '../../lib/client/client.ts';

// `npm run bench:neighbours`: how much a noisy store, which sends ten times its quota, slows down a quiet one.
const quota = 500;
const seconds = 30;
const platformKey = 'a-platform-key-of-the-bench';
const folder = mkdtempSync(join(tmpdir(), 'neighbours-'));
const settings = { PORT: '0', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'error', RATE_LIMIT: `${quota}` };
const server = spawn(process.execPath, ['infra/local/serve.ts'], {
  env: { ...process.env, ...settings, PLATFORM_API_KEY: platformKey },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await addressOf(server);
  const [noisy, quiet] = [await aStoreKey(url, 'noisy'), await aStoreKey(url, 'quiet')];
  await latencies(url, quiet, 20, 5);
  const alone = await latencies(url, quiet, 20, seconds);
  const [beside, noise] = await Promise.all([
    latencies(url, quiet, 20, seconds),
    latencies(url, noisy, (10 * quota) / 10, seconds),
  ]);
  report('the quiet store alone', alone);
  report('the quiet store next to the noisy one', beside);
  report('the noisy store', noise);
  for (const share of [0.5, 0.99]) {
    const ratio = quantile(beside.ms, share) / quantile(alone.ms, share);
    process.stdout.write(`p${share * 100}: ${ratio.toFixed(2)} times as long as without the noise\n`);
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true });
}

function addressOf({ stdout }: typeof server): Promise<string> {
  return new Promise((found) => {
    stdout?.on('data', (chunk) => {
      const address = /Serving on (\S+)/.exec(String(chunk))?.[1];
      if (address) found(address);
    });
  });
}

async function aStoreKey(url: string, name: string): Promise<string> {
  const platform = platformClient({ url, key: platformKey });
  const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
  const { id } = await platform.createTenant({ name, country: 'DE', timezone: 'Europe/Berlin', owner });
  const { secret: key } = await platform.issueKey({ id });
  const store = client({ url, key: key as string });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: null });
  for (let i = 0; i < 10; i++) await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }] });
  return key as string;
}

type Measured = { ms: number[]; rejected: number; failed: number };

/** Reads an order at this rate, whether or not earlier requests are answered. */
async function latencies(url: string, key: string, perSecond: number, duration: number): Promise<Measured> {
  const measured: Measured = { ms: [], rejected: 0, failed: 0 };
  const begun = performance.now();
  const all: Promise<void>[] = [];
  for (let i = 0; i < perSecond * duration; i++) {
    await sleep(Math.max(0, begun + (i * 1000) / perSecond - performance.now()));
    all.push(one(url, key, measured));
  }
  await Promise.all(all);
  return measured;
}

async function one(url: string, key: string, measured: Measured): Promise<void> {
  const sent = performance.now();
  const response = await fetch(`${url}/v1/management/order/1001`, { headers: { 'X-API-KEY': key } });
  await response.arrayBuffer();
  measured.ms.push(performance.now() - sent);
  if (response.status === 429) measured.rejected += 1;
  else if (!response.ok) measured.failed += 1;
}

function report(who: string, { ms, rejected, failed }: Measured): void {
  const [median, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)].map((value) => value.toFixed(1));
  process.stdout.write(
    `${who}: ${ms.length} requests, ${rejected} rejected, ${failed} failed, p50 ${median} ms, p99 ${p99} ms\n`,
  );
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] as number;
}
