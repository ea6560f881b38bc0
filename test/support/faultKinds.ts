import { type Cut, cutOff } from './databaseProxy.ts';
import { aFaultyProxy } from './faultyServer.ts';
import type { Attempt, Fault } from './injectFault.ts';

const fail = (name: string, details: object = {}) => Object.assign(new Error(`injected: ${name}`), { name, ...details });
const rejected = (name: string, details: object = {}) =>
  fail(name, { $fault: 'client', $metadata: { httpStatusCode: 400 }, ...details });

const connectionLost = () => fail('Error', { code: 'ECONNRESET' });
const timeout = () => fail('TimeoutError', { code: 'ETIMEDOUT' });

/** The database cancels a transaction over its last item. */
const cancelled = ({ input }: Attempt, Code: string) =>
  rejected('TransactionCanceledException', {
    CancellationReasons: input.TransactItems.map((_: unknown, i: number, all: unknown[]) => ({
      Code: i === all.length - 1 ? Code : 'None',
    })),
  });

const isTransaction = ({ command }: Attempt) => command === 'TransactWriteItems';

export const failsBefore: Fault = async () => {
  throw connectionLost();
};

export const failsAfterTheCommit: Fault = async ({ forward }) => {
  await forward();
  throw connectionLost();
};

export const isRejectedAfterTheCommit: Fault = async ({ forward }) => {
  await forward();
  throw rejected('ValidationException');
};

export const timesOut: Fault = async () => {
  throw timeout();
};

/** Times out for the caller, but still reaches the database. */
export const arrivesLate: Fault = async ({ forward, abandon }) => {
  abandon(forward());
  throw timeout();
};

export const isThrottled: Fault = async (attempt) => {
  throw isTransaction(attempt) ? cancelled(attempt, 'ThrottlingError') : rejected('ThrottlingException');
};

/** Another transaction holds the same items. */
export const conflicts: Fault = async (attempt) => {
  throw isTransaction(attempt) ? cancelled(attempt, 'TransactionConflict') : rejected('TransactionConflictException');
};

/** The same, caused by its own earlier attempt, whose reply was lost. */
const conflictsAfterTheCommit: Fault = async (attempt) => {
  await attempt.forward();
  return conflicts(attempt);
};

const proxies = new Map<Cut, Promise<string>>();

function proxyFor(cut: Cut): Promise<string> {
  const proxy = proxies.get(cut) ?? aFaultyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB as string, () => cutOff(cut));
  proxies.set(cut, proxy);
  return proxy;
}

/** The database executes the call, but its response is cut off in the middle. The connection is real, and so is its error. */
const responseThat =
  (cut: Cut): Fault =>
  async ({ request, forward }) => {
    const { hostname, port } = new URL(await proxyFor(cut));
    Object.assign(request, { hostname, port: Number(port) });
    return forward();
  };

/** Everything that can happen to a database call. */
export const faultKinds: Record<string, Fault> = {
  'fails before': failsBefore,
  'fails after the commit': failsAfterTheCommit,
  'is throttled': isThrottled,
  'times out': timesOut,
  'arrives late': arrivesLate,
  'breaks during the response': responseThat('breaks'),
  'ends during the response': responseThat('ends'),
  conflicts,
  'conflicts after its own commit': conflictsAfterTheCommit,
};
