import { setTimeout as sleep } from 'node:timers/promises';
import { aStoreKey, quantile, startLocalService } from './localService.ts';

// `npm run bench:neighbours`: how much a noisy store, which sends ten times its quota, slows down a quiet one.
const quota = 500;
const seconds = 30;
const { url, stop } = await startLocalService({ RATE_LIMIT: `${quota}` });
try {
  const [noisy, quiet] = [await aStoreKey(url, 'noisy'), await aStoreKey(url, 'quiet')];
  await latencies(quiet, 20, 5);
  const alone = await latencies(quiet, 20, seconds);
  const [beside, noise] = await Promise.all([latencies(quiet, 20, seconds), latencies(noisy, (10 * quota) / 10, seconds)]);
  report('the quiet store alone', alone);
  report('the quiet store next to the noisy one', beside);
  report('the noisy store', noise);
  for (const share of [0.5, 0.99]) {
    const ratio = quantile(beside.ms, share) / quantile(alone.ms, share);
    process.stdout.write(`p${share * 100}: ${ratio.toFixed(2)} times as long as without the noise\n`);
  }
} finally {
  await stop();
}

type Measured = { ms: number[]; rejected: number; failed: number };

/** Reads an order at this rate, whether or not earlier requests are answered. */
async function latencies(key: string, perSecond: number, duration: number): Promise<Measured> {
  const measured: Measured = { ms: [], rejected: 0, failed: 0 };
  const begun = performance.now();
  const all: Promise<void>[] = [];
  for (let i = 0; i < perSecond * duration; i++) {
    await sleep(Math.max(0, begun + (i * 1000) / perSecond - performance.now()));
    all.push(one(key, measured));
  }
  await Promise.all(all);
  return measured;
}

async function one(key: string, measured: Measured): Promise<void> {
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
