import { AsyncLocalStorage } from 'node:async_hooks';
import granted from '../../infra/stacks/functions/grants.json' with { type: 'json' };
import { databaseClient } from '../../lib/db/client.ts';
import { type Need, needsOf } from './grants/needsOf.ts';

type Running = { id: string; pending: Set<{ command: string }>; denied: string[] };

const functions = new AsyncLocalStorage<Running>();

// The counts of requests and the last use of a key are written in the background.
const isBackground = ({ Key, ExpressionAttributeNames: names = {} }: Input) =>
  Key?.pk?.startsWith('QUOTA#') || names['#last_used'] !== undefined;

type Input = { Key?: { pk?: string }; ExpressionAttributeNames?: Record<string, string> };

databaseClient().middlewareStack.add(
  (next, context) => async (args) => {
    const running = functions.getStore();
    if (!running) return next(args);
    const command = String(context.commandName).replace(/Command$/, '');
    mustBeGranted(running, needsOf(command, args.input));
    if (isBackground(args.input as Input)) return next(args);
    const call = { command };
    running.pending.add(call);
    try {
      return await next(args);
    } finally {
      running.pending.delete(call);
    }
  },
  { step: 'initialize', name: 'asFunction' },
);

const grants: Record<string, string[]> = granted;

/** Fails like AWS if the role of a function does not allow this. */
function mustBeGranted({ id, denied }: Running, needs: Need[]): void {
  for (const { action, place, partition } of needs) {
    const [resource, attributes] = place.split(' ');
    const on = place.startsWith('index') ? `table/${place}` : `${resource} ${partition}`;
    const lines = [`${action} ${on}`, `${action} ${on} only pk,sk,${attributes}`];
    if (lines.some((line) => grants[line]?.includes(id))) continue;
    denied.push(`${id} has no grant for ${lines[0]}`);
    throw Object.assign(new Error(denied.at(-1)), { name: 'AccessDeniedException' });
  }
}

export const outsideFunctions = <T>(work: () => T): T => functions.exit(work);

/**
 * Runs `work` as a function would run on AWS. Throws if its role does not allow a database call, or if it ends before one: Lambda
 * would freeze the function, and the call would be lost. If the database failed one of several calls at once, the others may be left
 * behind.
 */
export async function asFunction<T>(id: string, work: () => Promise<T>): Promise<T> {
  const [pending, denied]: [Running['pending'], string[]] = [new Set(), []];
  const result = await functions.run({ id, pending, denied }, work);
  // The code may have caught it.
  if (denied.length > 0) throw new Error(denied.join('\n'));
  const { statusCode = 200 } = (result ?? {}) as { statusCode?: number };
  if (statusCode < 500 && pending.size > 0)
    throw new Error(`did not wait for ${[...pending].map(({ command }) => command).join(', ')}`);
  return result;
}
