import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, stopService } from '../../test/support/service.ts';
import { startDatabase } from '../local/localDatabase.ts';
import { coldHandlers, requestFor } from './coldHandlers.ts';
import { type Cold, coldStart, type Step } from './coldProcess.ts';
import { tlsProxy } from './tlsProxy.ts';

const processes = 100;
/** What Lambda gives a function of 512 MB once it has started: 1,769 MB are one CPU. */
const share = 0.29;
const goals = { whole: 0.6, first: 2 };

const folder = mkdtempSync(join(tmpdir(), 'cold-'));
const { handlers, bytes } = await coldHandlers(folder);
const names = ['operation', 'bare'] as const;
type Name = (typeof names)[number];
type Pair = Record<Name, Cold>;

/** `npm run bench:cold`: whole cold starts of an operation over TLS, compared with a handler that does no more than its reads. */
const database = await startDatabase(undefined);
const proxy = await tlsProxy(folder, database.endpoint);
try {
  await fillDatabase(database.endpoint);
  const event = requestFor(readFileSync(join(folder, 'demo-key'), 'utf8').trim());
  const environment = {
    ...{ AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint, NODE_EXTRA_CA_CERTS: proxy.certificate, TABLE_NAME: 'store-platform' },
    ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench', LOG_LEVEL: 'error' },
  };
  const measure = (name: Name) => coldStart({ file: handlers[name], event, environment });
  for (const name of names) await measure(name);
  const pairs: Pair[] = [];
  while (pairs.length < processes) pairs.push({ operation: await measure('operation'), bare: await measure('bare') });
  process.exitCode = report(pairs);
} finally {
  proxy.stop();
  await database.stop();
  rmSync(folder, { recursive: true });
}

/** The demo store of `npm start`. */
async function fillDatabase(endpoint: string): Promise<void> {
  await stopService(await startService({ DYNAMODB_ENDPOINT: endpoint, DATA_DIR: folder, DEMO: '1' }));
}

/** Loading, then the first answer on a share of a CPU, computed from its CPU time and its waiting. */
function wholeOf({ load, first }: Cold): number {
  return load.ms + first.cpu / share + Math.max(0, first.ms - first.cpu);
}

/** Compares the processes of each pair, which ran one after the other, because other work can slow down a part of the run. */
function report(pairs: Pair[]): number {
  const whole = median(pairs.map(({ operation, bare }) => wholeOf(operation) / wholeOf(bare)));
  const first = median(pairs.map(({ operation }) => operation.first.cpu / operation.second.cpu));
  print(`whole cold start: ${whole.toFixed(2)} x that of the bare handler, at most ${goals.whole}`);
  print(`first answer: ${first.toFixed(2)} x the CPU of the second, at most ${goals.first}`);
  print(`In whole cold starts, first answers count as CPU time / ${share} + waiting.`);
  const gaveUp = pairs.filter(({ operation }) => !operation.isWarm).length;
  if (gaveUp > 0) print(`${gaveUp} processes did not warm up in time, because this machine is busy.`);
  print(`Medians of ${processes} pairs of processes. Load average: ${loadavg().map((load) => load.toFixed(1))}.\n`);
  table(pairs);
  return Number(whole > goals.whole || first > goals.first);
}

/** Milliseconds, with CPU milliseconds in brackets. */
function table(pairs: Pair[]) {
  print(['handler'.padEnd(10), ...['bytes', 'load', 'first', 'second', 'whole'].map((title) => title.padStart(15))].join(''));
  for (const name of names) {
    const colds = pairs.map((pair) => pair[name]);
    const text = (step: (cold: Cold) => Step) => {
      const [ms, cpu] = [median(colds.map((cold) => step(cold).ms)), median(colds.map((cold) => step(cold).cpu))];
      return `${ms.toFixed(1)} (${cpu.toFixed(1)})`;
    };
    const steps = [text(({ load }) => load), text(({ first }) => first), text(({ second }) => second)];
    const cells = [`${bytes[name]}`, ...steps, median(colds.map(wholeOf)).toFixed(1)];
    print([name.padEnd(10), ...cells.map((cell) => cell.padStart(15))].join(''));
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
