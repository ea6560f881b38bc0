import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../api/log.ts';
import { readIndexLagMs } from '../db/indexLag.ts';
import type { TenantId } from '../db/key.ts';
import { find, findEach } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import { timeId } from '../values/id.ts';
import { readChanged } from './changedOrders.ts';
import { notDue } from './due.ts';
import type { FollowerName } from './inputs.ts';
import {
  advance,
  healthValues,
  isFailing,
  nextTry,
  ordersToSend,
  type Progress,
  positionOf,
  progressOf,
  type Reading,
  recordFailed,
  recordSent,
} from './progress.ts';
import { enqueue } from './queue.ts';
import { openSecrets, sendEvent } from './send.ts';
import { isCallable, type PositionItem, positionKey, type WebhookItem, webhookKey } from './webhookItem.ts';

/** An order as it is now, and the data of its event. */
export type ChangedOrder = { version: number; updated: string; data: object };
export type LoadChanged = (tenant: TenantId, number: string) => Promise<ChangedOrder>;

/** Longer than a run and its last call can take. */
const leaseMs = 30_000;
/** A run starts no call after this time. */
const runMs = 10_000;
/** How often a run reads the index and saves its progress. */
const pauseMs = 1000;

type Run = {
  tenant: TenantId;
  name: FollowerName;
  webhook: WebhookItem & { url: string };
  /** Read again each second, so that a new secret soon signs. */
  secrets: ReturnType<typeof openSecrets> | undefined;
  stored: PositionItem;
  progress: Progress;
  reading: Reading;
  /** The calls in flight, by the number of their order. */
  calls: Map<string, Promise<void>>;
  hasCalled: boolean;
  load: LoadChanged;
  /** The follower was removed, or its URL or `from` was set since, so the progress no longer counts. */
  isLost: boolean;
  /** Why it ends early, if a call to the database failed. */
  problem: unknown;
};

/**
 * Sends a follower every order that changed, until it has them all. A follower has one run at a time. Safe to crash anywhere:
 * at worst orders are sent again, with the same IDs.
 */
export async function follow(tenant: TenantId, sk: string, load: LoadChanged): Promise<void> {
  const name = sk.slice(webhookKey('').length) as FollowerName;
  const webhook = await find<WebhookItem>(tenant, sk);
  if (!webhook) return;
  const { lease = '' } = webhook;
  const now = new Date();
  if (lease > now.toISOString()) return askAgain(tenant, sk, webhook);
  const [stored, account] = await findEach<[PositionItem, TenantItem]>(tenant, positionKey(name), 'TENANT');
  if (!stored || !isCallable(webhook, account)) return;
  const progress = progressOf(stored, webhook);
  const reading = await readChanged(tenant, progress);
  const run: Run = {
    tenant,
    name,
    webhook,
    secrets: undefined,
    stored,
    progress,
    reading,
    calls: new Map(),
    hasCalled: false,
    load,
    isLost: false,
    problem: undefined,
  };
  if (ordersIn(run).length === 0 && !advance(structuredClone(progress), reading, 0)) return;
  const own = `${new Date(now.getTime() + leaseMs).toISOString()} ${timeId(now)}`;
  // Its URL is the one that the position was read for.
  const isFree = {
    expression: '(lease = :seen OR lease = :lease) AND revision = :revision',
    values: { ':seen': lease, ':revision': webhook.revision },
  };
  if (!(await setIf(tenant, sk, { lease: own, rung: undefined }, isFree))) return enqueue(tenant, sk, 1);
  await sendAll(run, now.getTime() + runMs);
  await release(run, own);
  if (run.problem) throw run.problem;
}

/**
 * Asks the run that holds the lease to start another, since this change may have come after its last read. It may have crashed,
 * so a message starts one at the end of the lease, too.
 */
async function askAgain(tenant: TenantId, sk: string, { lease = '', rung }: WebhookItem): Promise<void> {
  if (rung) return;
  const isAsked = await setIf(tenant, sk, { rung: true }, { expression: 'lease = :seen', values: { ':seen': lease } });
  const end = Date.parse(lease.slice(0, lease.indexOf(' ')));
  await enqueue(tenant, sk, isAsked ? Math.max(0, (end - Date.now()) / 1000 + 1) : 0);
}

const ordersIn = ({ progress, reading, calls }: Run) =>
  ordersToSend(progress, reading, { now: new Date(), running: new Set(calls.keys()) });

/** Starts calls until nothing is left or the time is over, and waits for them. */
async function sendAll(run: Run, end: number): Promise<void> {
  const { tenant, progress, calls } = run;
  const lagMs = await readIndexLagMs(run.tenant).catch((error) => noteProblem(run, error, Number.POSITIVE_INFINITY));
  let savedAt = Date.now();
  const isOpen = () => run.problem === undefined && !run.isLost && !progress.isPaused && Date.now() < end;
  const save = async () => {
    advance(progress, run.reading, lagMs);
    savedAt = Date.now();
    await savePosition(run).catch((error) => noteProblem(run, error));
  };
  for (;;) {
    if (isOpen() && ordersIn(run).length === 0 && isReadDue(run)) {
      advance(progress, run.reading, lagMs);
      run.reading = await readChanged(tenant, progress).catch((error) => noteProblem(run, error, run.reading));
    }
    for (const number of isOpen() ? ordersIn(run) : []) start(run, number);
    if (calls.size === 0) break;
    await Promise.race([...calls.values(), sleep(pauseMs)]);
    if (Date.now() - savedAt < pauseMs) continue;
    await save();
    run.secrets = undefined;
  }
  await save();
}

/** While slow calls run, other orders may change. */
const isReadDue = ({ reading, calls }: Run) =>
  calls.size > 0 ? Date.now() - reading.at >= pauseMs : reading.to < Number.POSITIVE_INFINITY;

function start(run: Run, number: string): void {
  const call = send(run, number)
    .catch((error) => noteProblem(run, error))
    .finally(() => run.calls.delete(number));
  run.calls.set(number, call as Promise<void>);
  run.hasCalled = true;
}

function noteProblem<T>(run: Run, problem: unknown, instead?: T): T {
  run.problem ??= problem;
  return instead as T;
}

/** The same for every call that sends one state of an order to one follower in one era. */
const eventId = (...parts: (string | number)[]) =>
  `evt_${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 26)}`;

async function send(run: Run, number: string): Promise<void> {
  const { tenant, name, webhook, stored, progress, load } = run;
  const isProbe = isFailing(progress);
  const { version, updated, data } = await load(tenant, number);
  const started = new Date();
  const id = eventId(tenant, name, stored.era, number, version);
  const event = { type: 'order-changed' as const, id, created: updated, tenant, data };
  run.secrets ??= readSecrets(run, started);
  const { problem, status } = await sendEvent({ url: webhook.url, secrets: await run.secrets }, event, started);
  const order = { number, updated: Date.parse(updated) };
  const now = new Date();
  if (problem === null) recordSent(progress, order, now);
  else recordFailed(progress, order, { status, started, now, isProbe });
}

async function readSecrets({ tenant, name, webhook }: Run, now: Date) {
  const current = await find<WebhookItem>(tenant, webhookKey(name));
  return openSecrets(tenant, name, current ?? webhook, now);
}

/** Saves the progress, unless the follower was removed, or its URL or `from` was set since. */
async function savePosition(run: Run): Promise<void> {
  const { tenant, name, progress, stored } = run;
  if (run.isLost) return;
  const asSaved = {
    expression: 'era = :era AND #revision = :saved',
    values: { ':era': stored.era, ':saved': stored.revision },
  };
  const values = { ...positionOf(progress), revision: stored.revision + 1 };
  if (await setIf(tenant, positionKey(name), values, asSaved)) stored.revision += 1;
  else run.isLost = true;
}

/** Ends the lease, stores the receiver's health, and asks for another run if there is more to do. */
async function release(run: Run, own: string): Promise<void> {
  const { tenant, name, webhook, progress } = run;
  const sk = webhookKey(name);
  const lease = new Date().toISOString();
  const values = { lease, ...healthValues(progress), ...(progress.isPaused && { paused: true, ...notDue }) };
  const isOwn = { expression: '#lease = :own', values: { ':own': own } };
  const isUnchanged = {
    expression: `${isOwn.expression} AND revision = :called AND woken = :seen`,
    values: { ...isOwn.values, ':called': webhook.revision, ':seen': webhook.woken },
  };
  const isSame = await setIf(tenant, sk, values, isUnchanged);
  if (!isSame) await setIf(tenant, sk, { lease }, isOwn);
  // The queue repeats a run that failed.
  if (run.problem) return;
  log('info', { message: 'followed', tenant, follower: name, failures: progress.failures, rejected: progress.rejected.size });
  const { rung } = (await find<WebhookItem>(tenant, sk)) ?? {};
  // Otherwise the next run could do no more than this one.
  const isFurther = run.hasCalled || progress.position > Date.parse(run.stored.position);
  const hasMore = ordersIn(run).length > 0 || (isFurther && run.reading.to < Number.POSITIVE_INFINITY);
  const isNext = rung || !isSame || run.isLost || hasMore;
  if (isNext) await enqueue(tenant, sk);
  const seconds = Math.max(0, (nextTry(progress, run.reading) - Date.now()) / 1000);
  // The sweep is precise enough for longer waits.
  if (progress.lastFailure === webhook.last_failure || seconds >= 60 || (isNext && seconds === 0)) return;
  await enqueue(tenant, sk, seconds);
}
