import { AsyncLocalStorage } from 'node:async_hooks';
import { client } from '../../lib/db/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
type Fields = any;
export type Reply = { output: Fields; response: unknown };

/** One attempt of a database call, on its way: `arrive` lets it reach the database, `late` what nobody waits for any more. */
type Attempt = { command: string; input: Fields; arrive: () => Promise<Reply>; late: (reply: Promise<Reply>) => void };

/** What happens to an attempt instead of going through. */
export type Fault = (attempt: Attempt) => Promise<Reply>;

/** Which call of a command it happens to (the first at first), and whether to all attempts of that call or to one. */
export type Plan = { command: string; nth?: number | 'every'; lasting?: boolean | undefined; fault: Fault };

type Scene = { plans: Plan[]; calls: { command: string; nth: number }[]; struck: number; lost: Promise<unknown>[] };

const scenes = new AsyncLocalStorage<Scene & { known: WeakMap<object, number>; reads: Map<string, Reply> }>();

// Below the SDK's own retries, so that each of its attempts passes here; and bound to the request that is under way,
// so that many requests can suffer side by side.
client.middlewareStack.add(
  (next, context) => async (args) => {
    const arrive = () => next(args) as Promise<Reply>;
    const scene = scenes.getStore();
    if (!scene) return arrive() as ReturnType<typeof next>;
    const command = String(context.commandName).replace(/Command$/, '');
    const attempts = scene.known.get(context) ?? 0;
    if (attempts === 0) scene.calls.push({ command, nth: 1 + scene.calls.filter((call) => call.command === command).length });
    scene.known.set(context, attempts + 1);
    const nth = scene.calls.filter((call) => call.command === command).length;
    const plan = scene.plans.find((each) => each.command === command && ['every', nth].includes(each.nth ?? 1));
    const late = (reply: Promise<Reply>) => scene.lost.push(reply.catch(() => undefined));
    const attempt = { command, input: args.input, arrive, late };
    if (plan && (attempts === 0 || plan.lasting)) {
      scene.struck += 1;
      return plan.fault(attempt) as ReturnType<typeof next>;
    }
    const reply = await arrive();
    scene.reads.set(readOf(attempt), reply);
    return reply as Awaited<ReturnType<typeof next>>;
  },
  { step: 'finalizeRequest', priority: 'low', name: 'faults' },
);

const readOf = ({ command, input }: Pick<Attempt, 'command' | 'input'>) =>
  JSON.stringify([command, input.Key, input.RequestItems, input.ExpressionAttributeValues]);

/**
 * Does `work` while these faults befall its database calls. Also tells which calls were made, in their order, and what
 * was read. What arrived late has arrived when this returns.
 */
export async function suffering<T>(plans: Plan[], work: () => Promise<T>) {
  const scene = { plans, calls: [], struck: 0, lost: [], known: new WeakMap(), reads: new Map<string, Reply>() };
  const result = await scenes.run(scene, work);
  await Promise.all(scene.lost);
  const { calls, struck, reads } = scene as Scene & typeof scene;
  return { result, calls, struck, reads };
}

/** The calls that `work` makes when all goes well. */
export const observing = <T>(work: () => Promise<T>) => suffering([], work);

const fail = (name: string, details: object = {}) => Object.assign(new Error(`injected: ${name}`), { name, ...details });
const refused = (name: string, details: object = {}) =>
  fail(name, { $fault: 'client', $metadata: { httpStatusCode: 400 }, ...details });

const connectionLost = () => fail('Error', { code: 'ECONNRESET' });
const timeout = () => fail('TimeoutError', { code: 'ETIMEDOUT' });

/** The database cancels a transaction over its last item. */
const cancelled = ({ input }: Attempt, Code: string) =>
  refused('TransactionCanceledException', {
    CancellationReasons: input.TransactItems.map((_: unknown, i: number, all: unknown[]) => ({
      Code: i === all.length - 1 ? Code : 'None',
    })),
  });

const isTransaction = ({ command }: Attempt) => command === 'TransactWriteItems';

export const failsBefore: Fault = async () => {
  throw connectionLost();
};

export const failsAfterTheCommit: Fault = async ({ arrive }) => {
  await arrive();
  throw connectionLost();
};

export const timesOut: Fault = async () => {
  throw timeout();
};

/** Given up on, but still under way. */
export const arrivesLate: Fault = async ({ arrive, late }) => {
  late(arrive());
  throw timeout();
};

export const isThrottled: Fault = async (attempt) => {
  throw isTransaction(attempt) ? cancelled(attempt, 'ThrottlingError') : refused('ThrottlingException');
};

/** Another writer is at the same items; only writes meet this. */
export const conflicts: Fault = async (attempt) => {
  throw isTransaction(attempt) ? cancelled(attempt, 'TransactionConflict') : refused('TransactionConflictException');
};

/** The same, only that what it met was its own earlier attempt, whose answer was lost. */
export const conflictsAfterTheCommit: Fault = async (attempt) => {
  await attempt.arrive();
  return conflicts(attempt);
};

/** A read that gives what an earlier `observing` saw at its place. */
export const staleRead =
  (reads: Map<string, Reply>): Fault =>
  (attempt) => {
    const earlier = reads.get(readOf(attempt));
    return earlier
      ? Promise.resolve(structuredClone(earlier.output)).then((output) => ({ ...earlier, output }))
      : attempt.arrive();
  };

/** Something that happens after the database has answered and before the answer is here. */
export const meanwhile =
  (happens: () => Promise<unknown>): Fault =>
  async ({ arrive }) => {
    const reply = await arrive();
    await scenes.exit(happens);
    return reply;
  };

/** Something that happens before the database is asked. */
export const beforehand =
  (happens: () => Promise<unknown>): Fault =>
  async ({ arrive }) => {
    await scenes.exit(happens);
    return arrive();
  };

/** Does `work`, and after each of its reads the next of what happens. */
export async function between<T>(work: () => Promise<T>, ...happens: (() => Promise<unknown>)[]): Promise<T> {
  const fault = meanwhile(async () => happens.shift()?.());
  const reads = ['GetItem', 'BatchGetItem'].map((command) => ({ command, nth: 'every' as const, fault }));
  const { result } = await suffering(reads, work);
  if (happens.length > 0) throw new Error(`it made too few reads for ${happens.length} to happen`);
  return result;
}
