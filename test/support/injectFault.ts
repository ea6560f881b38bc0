import { AsyncLocalStorage } from 'node:async_hooks';
import { client } from '../../lib/db/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Fields = any;
export type Reply = { output: Fields; response: unknown };

/** One attempt of a database call. `forward` sends it; `abandon` takes a reply that the caller no longer waits for. */
export type Attempt = {
  command: string;
  input: Fields;
  forward: () => Promise<Reply>;
  abandon: (reply: Promise<Reply>) => void;
};

/** What happens to an attempt. */
export type Fault = (attempt: Attempt) => Promise<Reply>;

/** The first, second, … call of a command. */
export type DatabaseCall = { command: string; nth: number };

/** The call that meets a fault (the first one by default), in its first attempt or, where it is lasting, in all of them. */
export type FaultPlan = { command: string; nth?: number | 'every'; lasting?: boolean | undefined; fault: Fault };

type Injection = {
  plans: FaultPlan[];
  calls: DatabaseCall[];
  injected: number;
  abandoned: Promise<unknown>[];
  /** How often each call was attempted, by its context. */
  attempts: WeakMap<object, number>;
  reads: Map<string, Reply>;
};

const injections = new AsyncLocalStorage<Injection>();

// Below the SDK's retries, so that every attempt passes here. Bound to the request that is running, so that many requests can
// meet faults side by side.
client.middlewareStack.add(
  (next, context) => async (args) => {
    const forward = () => next(args) as Promise<Reply>;
    const injection = injections.getStore();
    if (!injection) return forward() as ReturnType<typeof next>;
    const { plans, calls, attempts, abandoned, reads } = injection;
    const command = String(context.commandName).replace(/Command$/, '');
    const earlier = attempts.get(context) ?? 0;
    attempts.set(context, earlier + 1);
    const count = calls.filter((call) => call.command === command).length;
    const nth = earlier === 0 ? count + 1 : count;
    if (earlier === 0) calls.push({ command, nth });
    const plan = plans.find((each) => each.command === command && ['every', nth].includes(each.nth ?? 1));
    const abandon = (reply: Promise<Reply>) => abandoned.push(reply.catch(() => undefined));
    const attempt = { command, input: args.input, forward, abandon };
    if (plan && (earlier === 0 || plan.lasting)) {
      injection.injected += 1;
      return plan.fault(attempt) as ReturnType<typeof next>;
    }
    const reply = await forward();
    reads.set(readOf(attempt), reply);
    return reply as Awaited<ReturnType<typeof next>>;
  },
  { step: 'finalizeRequest', priority: 'low', name: 'injectFault' },
);

const readOf = ({ command, input }: Pick<Attempt, 'command' | 'input'>) =>
  JSON.stringify([command, input.Key, input.RequestItems, input.ExpressionAttributeValues]);

/**
 * Runs `work` with these faults in its database calls. Returns the calls in order, how many faults were injected and what was
 * read. Waits for abandoned writes.
 */
export async function withFaults<T>(plans: FaultPlan[], work: () => Promise<T>) {
  const injection: Injection = { plans, calls: [], injected: 0, abandoned: [], attempts: new WeakMap(), reads: new Map() };
  const result = await injections.run(injection, work);
  await Promise.all(injection.abandoned);
  const { calls, injected, reads } = injection;
  return { result, calls, injected, reads };
}

/** The calls that `work` makes without a fault. */
export const recordCalls = <T>(work: () => Promise<T>) => withFaults([], work);

/** A read that returns what `recordCalls` saw earlier. */
export const staleRead =
  (reads: Map<string, Reply>): Fault =>
  (attempt) => {
    const earlier = reads.get(readOf(attempt));
    return earlier
      ? Promise.resolve(structuredClone(earlier.output)).then((output) => ({ ...earlier, output }))
      : attempt.forward();
  };

/** Runs something after the database replied and before the caller has the reply. */
export const meanwhile =
  (happens: () => Promise<unknown>): Fault =>
  async ({ forward }) => {
    const reply = await forward();
    await injections.exit(happens);
    return reply;
  };

/** Runs something before the database is asked. */
export const beforehand =
  (happens: () => Promise<unknown>): Fault =>
  async ({ forward }) => {
    await injections.exit(happens);
    return forward();
  };

/** Runs `work`, and one more interruption after each of its reads. */
export async function between<T>(work: () => Promise<T>, ...interruptions: (() => Promise<unknown>)[]): Promise<T> {
  const fault = meanwhile(async () => interruptions.shift()?.());
  const reads = ['GetItem', 'BatchGetItem'].map((command) => ({ command, nth: 'every' as const, fault }));
  const { result } = await withFaults(reads, work);
  if (interruptions.length > 0) throw new Error(`${interruptions.length} interruptions found no read`);
  return result;
}
