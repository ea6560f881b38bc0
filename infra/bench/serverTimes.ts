import { existsSync } from 'node:fs';
import { CommandError } from '../../apps/ops/commandError.ts';
import { main } from '../commands/main.ts';
import { load } from './httpLoad.ts';
import { aStoreKey, orderOfOneLine, startLocalService } from './localService.ts';

const help = `Measures requests per second, latency and CPU time per request of the server of npm start.

  npm run bench:serve -- --seconds 5

  --seconds    how long to send each request, 5 unless given
`;

await main(help, { seconds: { type: 'string', default: '5' } }, async ({ seconds }) => {
  const durationMs = Number(seconds) * 1000;
  if (!(durationMs > 0)) throw new CommandError(`--seconds must be a number above 0, such as 5; you gave "${seconds}".`);
  if (!existsSync('/proc/self/stat')) throw new CommandError('CPU times are read from /proc. Run this on Linux.');
  await measureServer(durationMs);
});

async function measureServer(durationMs: number) {
  const service = await startLocalService();
  try {
    const key = await aStoreKey(service.url);
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
      await load(service, key, request, { atOnce: 8, durationMs: durationMs / 5 });
      for (const atOnce of [1, 8]) {
        const { perSecond, ...times } = await load(service, key, request, { atOnce, durationMs });
        row(name, [`${atOnce}`, perSecond.toFixed(0), ...Object.values(times).map((time) => time.toFixed(2))]);
      }
    }
  } finally {
    await service.stop();
  }
}

function row(name: string, cells: string[]) {
  process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(17)).join('')}\n`);
}
