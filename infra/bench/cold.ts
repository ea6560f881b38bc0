import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, stopService } from '../../test/support/service.ts';
import { startDatabase } from '../local/localDatabase.ts';
import { coldHandlers, requestFor } from './coldHandlers.ts';
import { type Cold, coldStart, type Step } from './coldProcess.ts';
import { tlsProxy } from './tlsProxy.ts';

const rounds = 5;
const processes = 21;
/** What Lambda gives a function of 512 MB once it has started: 1,769 MB are one CPU. */
const share = 0.29;
const goals = { whole: 0.6, load: 1.15, first: 2 };

const folder = mkdtempSync(join(tmpdir(), 'cold-'));
const { handlers, bytes } = await coldHandlers(folder);
const names = Object.keys(handlers) as (keyof typeof handlers)[];
type Name = (typeof names)[number];
type Round = Record<Name, Cold[]>;
type Timed = 'load' | 'first' | 'second';

/** `npm run bench:cold`: whole cold starts of an operation over TLS, compared with handlers that do no more than its reads. */
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
  await inTurns(1, measure);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await inTurns(processes, measure));
  process.exitCode = report(measured);
} finally {
  proxy.stop();
  await database.stop();
  rmSync(folder, { recursive: true });
}

/** The demo store of `npm start`. */
async function fillDatabase(endpoint: string): Promise<void> {
  await stopService(await startService({ DYNAMODB_ENDPOINT: endpoint, DATA_DIR: folder, DEMO: '1' }));
}

/** Fresh processes take turns, each time starting with another, so that a busy machine affects all handlers alike. */
async function inTurns(count: number, measure: (name: Name) => Promise<Cold>): Promise<Round> {
  const colds = Object.fromEntries(names.map((name) => [name, [] as Cold[]])) as Round;
  for (let i = 0; i < count; i++) {
    const first = i % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) colds[name].push(await measure(name));
  }
  return colds;
}

/** Loading, then the first answer on a share of a CPU, computed from its CPU time and its waiting. */
function wholeOf({ load, first }: Cold): number {
  return load.ms + first.cpu / share + Math.max(0, first.ms - first.cpu);
}

/** Compares medians per round and takes the median over the rounds, because other work can shift a whole round. */
function report(measured: Round[]): number {
  const compared = (value: (cold: Cold) => number, name: Name, other: Name) =>
    median(measured.map((round) => median(round[name].map(value)) / median(round[other].map(value))));
  const ratios = {
    whole: compared(wholeOf, 'operation', 'bare'),
    load: compared(({ load }) => load.cpu, 'unwarmed', 'bare'),
    first: median(measured.map(({ operation }) => cpu(operation, 'first') / cpu(operation, 'second'))),
  };
  print(`whole cold start: ${ratios.whole.toFixed(2)} x that of the bare handler, at most ${goals.whole}`);
  print(`loading without warm-up: ${ratios.load.toFixed(2)} x the CPU of the bare handler, at most ${goals.load}`);
  print(`first answer: ${ratios.first.toFixed(2)} x the CPU of the second, at most ${goals.first}`);
  print(`In whole cold starts, first answers count as CPU time / ${share} + waiting.`);
  const gaveUp = measured.flatMap(({ operation }) => operation).filter(({ isWarm }) => !isWarm).length;
  if (gaveUp > 0) print(`${gaveUp} processes did not warm up in time, because this machine is busy.`);
  print(`Medians of ${rounds} rounds of ${processes} processes. Load average: ${loadavg().map((load) => load.toFixed(1))}.\n`);
  table(measured);
  return Number(ratios.whole > goals.whole || ratios.load > goals.load || ratios.first > goals.first);
}

function cpu(colds: Cold[], step: Timed): number {
  return median(colds.map((cold) => cold[step].cpu));
}

/** Milliseconds, with CPU milliseconds in brackets. */
function table(measured: Round[]) {
  print(['handler'.padEnd(10), ...['bytes', 'load', 'first', 'second', 'whole'].map((title) => title.padStart(15))].join(''));
  for (const name of names) {
    const colds = measured.flatMap((round) => round[name]);
    const text = ({ ms, cpu }: Step) => `${ms.toFixed(1)} (${cpu.toFixed(1)})`;
    const step = (step: Timed) => text({ ms: median(colds.map((cold) => cold[step].ms)), cpu: cpu(colds, step) });
    const cells = [`${bytes[name]}`, step('load'), step('first'), step('second'), median(colds.map(wholeOf)).toFixed(1)];
    print([name.padEnd(10), ...cells.map((cell) => cell.padStart(15))].join(''));
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
