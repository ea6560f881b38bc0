import { startQueue } from '../../../infra/local/localQueue.ts';
import { databaseClient } from '../../../lib/db/client.ts';
import { type Need, needsOf } from './needsOf.ts';

const needs = new Map<string, Need[]>();
let running = 'nobody';

/** The AWS calls that were recorded for a function. */
export const recordedNeeds = (id: string): Need[] => needs.get(id) ?? [];

/** Runs a function and records its AWS calls. */
export async function recordNeeds<T>(id: string, work: () => Promise<T>): Promise<T> {
  running = id;
  try {
    return await work();
  } finally {
    running = 'nobody';
  }
}

const record = (need: Need) => needs.set(running, [...(needs.get(running) ?? []), need]);

databaseClient().middlewareStack.add(
  (next, context) => (args) => {
    for (const need of needsOf(String(context.commandName).replace(/Command$/, ''), args.input)) record(need);
    return next(args);
  },
  { step: 'initialize', name: 'needs' },
);

/** Queues that accept every message and record which function sent it. */
export const aQueue = () =>
  startQueue(({ QueueUrl }) => {
    const place = QueueUrl === process.env.FOLLOW_QUEUE_URL ? 'follow queue' : 'queue';
    record({ action: 'sqs:SendMessage', place });
  });
