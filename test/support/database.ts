import { client } from '../../lib/db/client.ts';

type Sent = { command: string; units: number };

type Consumed = { CapacityUnits?: number };
type Output = { ConsumedCapacity?: Consumed | Consumed[] };

/** Everything that goes to the database while `work` runs, with the capacity it took. */
export async function metered<T>(work: () => Promise<T>) {
  const sent: Sent[] = [];
  const name = 'meter';
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...args, input } as typeof args);
      const consumed = [(result.output as Output).ConsumedCapacity ?? []].flat();
      const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      sent.push({ command: String(context.commandName).replace(/Command$/, ''), units });
      return result;
    },
    { step: 'initialize', name },
  );
  try {
    const result = await work();
    return { result, sent, calls: sent.length, units: sent.reduce((sum, { units }) => sum + units, 0) };
  } finally {
    client.middlewareStack.remove(name);
  }
}
