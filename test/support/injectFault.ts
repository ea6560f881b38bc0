import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseClient } from '../../lib/db/client.ts';
import { outsideFunctions } from './asFunction.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Fields = any;
type Reply = { output: Fields; response: unknown };

/** One attempt of a database call. `forward` sends it, and `abandon` takes a reply that the caller no longer waits for. */
export type Attempt = {
  command: string;
  input: Fields;
  /** The HTTP request, to which the next attempt gives a new one. */
  request: Fields;
  forward: () => Promise<Reply>;
  abandon: (reply: Promise<Reply>) => void;
};

/** What happens to an attempt. */
export type Fault = (attempt: Attempt) => Promise<Reply>;

/** The first, second, … call of a command. */
export type DatabaseCall = { command: string; nth: number };

/** The call that gets a fault, by default the first. It affects the first attempt, or all attempts if it is lasting. */
export type FaultPlan = { command: string; nth?: number | 'every'; lasting?: boolean | undefined; fault: Fault };

type Injection = {
  plans: FaultPlan[];
  calls: DatabaseCall[];
  injected: number;
  abandoned: Promise<unknown>[];
  /** How often each call was attempted, by its context. */
  attempts: WeakMap<object, number>;
};

const injections = new AsyncLocalStorage<Injection>();

// This runs below the SDK's retries, so it sees every attempt. It is bound to the current request, so concurrent requests can
// have different faults.
databaseClient().middlewareStack.add(
  (next, context) => async (args) => {
    const forward = () => pastLocks(() => next(args) as Promise<Reply>);
    const injection = injections.getStore();
    if (!injection) return forward() as ReturnType<typeof next>;
    const { plans, calls, attempts, abandoned } = injection;
    const command = String(context.commandName).replace(/Command$/, '');
    const earlier = attempts.get(context) ?? 0;
    attempts.set(context, earlier + 1);
    const count = calls.filter((call) => call.command === command).length;
    const nth = earlier === 0 ? count + 1 : count;
    if (earlier === 0) calls.push({ command, nth });
    const plan = plans.find((each) => each.command === command && ['every', nth].includes(each.nth ?? 1));
    const abandon = (reply: Promise<Reply>) => abandoned.push(reply.catch(() => undefined));
    const attempt = { command, input: args.input, request: (args as { request?: Fields }).request, forward, abandon };
    if (plan && (earlier === 0 || plan.lasting)) {
      injection.injected += 1;
      return plan.fault(attempt) as ReturnType<typeof next>;
    }
    return forward() as ReturnType<typeof next>;
  },
  { step: 'finalizeRequest', priority: 'low', name: 'injectFault' },
);

/** Only DynamoDB Local locks its whole table, and does nothing if it waits ten seconds for that, as it does in a rush. */
const pastLocks = (send: () => Promise<Reply>): Promise<Reply> =>
  send().catch((error: Error) => (error.message.includes('waiting for a lock') ? pastLocks(send) : Promise.reject(error)));

// After many failures the SDK of one process stops retrying. The faults of many requests in this process must not add up to that.
Object.defineProperty(await databaseClient().config.retryStrategy(), 'capacity', { get: () => 500, set: () => {} });

/** Runs `work` with these faults, and waits for abandoned writes. Returns its database calls in order, and how many had a fault. */
export async function withFaults<T>(plans: FaultPlan[], work: () => Promise<T>) {
  const injection: Injection = { plans, calls: [], injected: 0, abandoned: [], attempts: new WeakMap() };
  const result = await injections.run(injection, work);
  await Promise.all(injection.abandoned);
  const { calls, injected } = injection;
  return { result, calls, injected };
}

/** Runs what another process does: it has no faults, and no role of a function. */
const elsewhere = (action: () => Promise<unknown>) => injections.exit(() => outsideFunctions(action));

/** The calls that `work` makes without a fault. */
export const recordCalls = <T>(work: () => Promise<T>) => withFaults([], work);

/** Runs an action after the database has replied and before the caller gets the reply. */
export const afterReply =
  (action: () => Promise<unknown>): Fault =>
  async ({ forward }) => {
    const reply = await forward();
    await elsewhere(action);
    return reply;
  };

/** Runs an action before the call reaches the database. */
export const beforeCall =
  (action: () => Promise<unknown>): Fault =>
  async ({ forward }) => {
    await elsewhere(action);
    return forward();
  };

/** Runs `work`, and the next interruption after each of its reads. Reads of its key do not count. */
export async function interruptReads<T>(work: () => Promise<T>, ...interruptions: (() => Promise<unknown>)[]): Promise<T> {
  const result = await interruptSome(work, interruptions);
  if (interruptions.length > 0) throw new Error(`${interruptions.length} interruptions did not run: too few reads`);
  return result;
}

/** The same, but takes only the interruptions that find a read. */
export async function interruptSome<T>(work: () => Promise<T>, interruptions: (() => Promise<unknown>)[]): Promise<T> {
  const interrupted = afterReply(async () => interruptions.shift()?.());
  const isOfKey = ({ input }: Attempt) => JSON.stringify(input).includes('"KEY#');
  const fault: Fault = (attempt) => (isOfKey(attempt) ? attempt.forward() : interrupted(attempt));
  const reads = ['GetItem', 'BatchGetItem', 'TransactGetItems'].map((command) => ({ command, nth: 'every' as const, fault }));
  return (await withFaults(reads, work)).result;
}
