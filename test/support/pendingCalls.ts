import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseClient } from '../../lib/db/client.ts';

type Pending = Set<{ command: string }>;

const requests = new AsyncLocalStorage<Pending>();

// The counts of requests and the last use of a key are written in the background.
const isBackground = ({ Key, ExpressionAttributeNames: names = {} }: Input) =>
  Key?.pk?.startsWith('QUOTA#') || names['#last_used'] !== undefined;

type Input = { Key?: { pk?: string }; ExpressionAttributeNames?: Record<string, string> };

databaseClient().middlewareStack.add(
  (next, context) => async (args) => {
    const pending = requests.getStore();
    if (!pending || isBackground(args.input as Input)) return next(args);
    const call = { command: String(context.commandName) };
    pending.add(call);
    try {
      return await next(args);
    } finally {
      pending.delete(call);
    }
  },
  { step: 'initialize', name: 'pendingCalls' },
);

/**
 * Runs `work`. Throws if it ends before its database calls: Lambda would freeze the function, and they would be lost. If the
 * database failed one of several calls at once, the others may be left behind.
 */
export async function awaitsCalls<T>(work: () => Promise<T>): Promise<T> {
  const pending: Pending = new Set();
  const result = await requests.run(pending, work);
  const { statusCode = 200 } = (result ?? {}) as { statusCode?: number };
  if (statusCode < 500 && pending.size > 0)
    throw new Error(`did not wait for ${[...pending].map(({ command }) => command).join(', ')}`);
  return result;
}
