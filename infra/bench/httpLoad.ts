import { readFileSync } from 'node:fs';

type Request = { path: string; body?: object };

/** Sends requests for some time, each connection one after another. Times are milliseconds, CPU is per request. */
export async function load(
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
const databaseOf = (pid: number) => Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] as number;
}
