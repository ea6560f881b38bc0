import { existsSync, readFileSync, rmSync } from 'node:fs';
import { client, platformClient } from '../../apps/client/client.ts';
import { CommandError } from '../../apps/ops/commandError.ts';
import { freshFolder, startService, stopService } from '../../test/support/service.ts';
import { main } from '../commands/main.ts';

const help = `Measures requests per second, latency and CPU time per request of the server of npm start.

  npm run bench:serve -- --seconds 5

  --seconds    for how many seconds to send each request; 5 by default
`;

const PLATFORM_API_KEY = 'a-platform-key-of-the-bench';
const orderOfOneLine = { lines: [{ sku: 'TEA', quantity: 1 }] };

await main(help, { seconds: { type: 'string', default: '5' } }, async ({ seconds }) => {
  const durationMs = Number(seconds) * 1000;
  if (!(durationMs > 0)) throw new CommandError(`--seconds must be a number above 0, such as 5; you gave "${seconds}".`);
  if (!existsSync('/proc/self/stat')) throw new CommandError('CPU times are read from /proc. Run this on Linux.');
  await measureServer(durationMs);
});

async function measureServer(durationMs: number) {
  const DATA_DIR = freshFolder();
  const service = await startService({ PLATFORM_API_KEY, DATA_DIR, LOG_LEVEL: 'error' });
  const { url } = service;
  const server = { url, pid: service.child.pid as number };
  try {
    const key = await aStoreKey(url);
    let orders = 25;
    const place = () => {
      orders += 1;
      return { path: '', body: orderOfOneLine };
    };
    const requests = {
      'get order': () => ({ path: '1001' }),
      'list 25 orders': () => ({ path: '?limit=25' }),
      'place order': place,
      pay: (i: number) => ({ path: `${1001 + (i % orders)}/payment/`, body: { total: 0.01 } }),
    };
    row('over HTTP', ['at once', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'database CPU ms']);
    for (const [name, request] of Object.entries(requests)) {
      await load(server, key, request, { atOnce: 8, durationMs: durationMs / 5 });
      for (const atOnce of [1, 8]) {
        const { perSecond, ...times } = await load(server, key, request, { atOnce, durationMs });
        row(name, [`${atOnce}`, perSecond.toFixed(0), ...Object.values(times).map((time) => time.toFixed(2))]);
      }
    }
  } finally {
    await stopService(service);
    rmSync(DATA_DIR, { recursive: true });
  }
}

/** The key of a new store with 25 orders, from 1001 on. */
async function aStoreKey(url: string): Promise<string> {
  const platform = platformClient({ url, key: PLATFORM_API_KEY });
  const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
  const { id } = await platform.createTenant({ name: 'bench', country: 'DE', timezone: 'Europe/Berlin', owner });
  const { secret } = await platform.issueKey({ id });
  const store = client({ url, key: secret as string });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: null });
  for (let i = 0; i < 25; i++) await store.placeOrder(orderOfOneLine);
  return secret as string;
}

function row(name: string, cells: string[]) {
  process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(17)).join('')}\n`);
}

type Request = { path: string; body?: object };

/** For some time, each connection sends one request after another. Times are milliseconds, CPU is per request. */
async function load(
  { url, pid }: { url: string; pid: number },
  key: string,
  request: (i: number) => Request,
  { atOnce, durationMs }: { atOnce: number; durationMs: number },
) {
  const before = [cpuMs(pid), cpuMs(databaseOf(pid))] as const;
  const begun = performance.now();
  const ms: number[] = [];
  let sent = 0;
  const connection = async () => {
    do {
      const at = performance.now();
      await send(url, key, request(sent++));
      ms.push(performance.now() - at);
    } while (performance.now() - begun < durationMs);
  };
  await Promise.all(Array.from({ length: atOnce }, connection));
  return {
    perSecond: (1000 * ms.length) / (performance.now() - begun),
    p50: quantile(ms, 0.5),
    p99: quantile(ms, 0.99),
    cpu: (cpuMs(pid) - before[0]) / ms.length,
    databaseCpu: (cpuMs(databaseOf(pid)) - before[1]) / ms.length,
  };
}

async function send(url: string, key: string, { path, body }: Request): Promise<void> {
  const response = await fetch(`${url}/v1/management/order/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
}

/** The CPU time of all threads of a process so far. Linux counts it in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** The only process that the server starts. */
function databaseOf(pid: number): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] as number;
}
