import { startQueue } from '../../../infra/local/localQueue.ts';
import { databaseClient } from '../../../lib/db/client.ts';

/** An AWS action, its resource and the partition it touches, such as `dynamodb:GetItem`, `table`, `T#*`. */
export type Need = { action: string; place: string; partition?: string };

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

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input
type Input = any;

databaseClient().middlewareStack.add(
  (next, context) => (args) => {
    for (const need of needsOf(String(context.commandName).replace(/Command$/, ''), args.input)) record(need);
    return next(args);
  },
  { step: 'initialize', name: 'needs' },
);

function needsOf(command: string, input: Input): Need[] {
  if (command.startsWith('Transact')) return input.TransactItems.flatMap(ofTransaction);
  if (command === 'BatchGetItem') {
    const [{ Keys }] = Object.values<Input>(input.RequestItems);
    return Keys.map((Key: Input) => single(command, { Key }));
  }
  if (command !== 'Query') return [single(command, input)];
  const partition = partitionOf(Object.values<Input>(input.ExpressionAttributeValues)[0]);
  return [{ action: 'dynamodb:Query', place: input.IndexName ? `index/${input.IndexName}` : 'table', partition }];
}

const ofTransaction = (item: object) => Object.entries(item).map(([kind, input]) => single(`${kind}Item`, input));

function single(command: string, { Key, Item, ExpressionAttributeNames = {} }: Input): Need {
  const partition = partitionOf((Key ?? Item).pk);
  const names = command === 'UpdateItem' ? Object.values(ExpressionAttributeNames).join() : '';
  const isMeasure = ['changed', 'changed,expires_at', 'lag_ms,busiest,busiest_lag_ms'].includes(names);
  const isMark = names === 'last_used' || (names === 'revoked' && partition.startsWith('PLATFORM'));
  const part = isMark ? ` ${names}` : isMeasure ? ' changed,expires_at,lag_ms,busiest,busiest_lag_ms' : '';
  return { action: `dynamodb:${command}`, place: `table${part}`, partition };
}

const partitionOf = (value: string | { S: string }) =>
  (typeof value === 'string' ? value : value.S).replace(/^(?!PLATFORM)(.*?)#.*/, '$1#*');

/** Queues that accept every message and record which function sent it. */
export const aQueue = () =>
  startQueue(({ QueueUrl }) => {
    const place = QueueUrl === process.env.FOLLOW_QUEUE_URL ? 'follow queue' : 'queue';
    record({ action: 'sqs:SendMessage', place });
  });
