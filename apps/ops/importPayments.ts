import type { StoreClient } from '../client/client.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';
import type { Decision } from './decidePayment.ts';
import { dryLedger, realLedger, settle } from './ledger.ts';
import type { ListedPayment } from './paymentList.ts';
import { progressLine } from './progress.ts';
import { handleAll, interruption } from './queue.ts';

/** A row, by its position. It has no decision if the import stopped while sending its payment. */
export type Recorded = { at: number; decision?: Decision };

type Import = { rows: readonly ListedPayment[]; checkpoint: Checkpoint<Recorded>; store: StoreClient; currency: string };
type Imported = { decisions: Map<number, Decision>; resumedAfter: number };

/** Decides the outcome of each row and records the payments. Continues an interrupted import. */
export async function importPayments({ rows, checkpoint, store, currency }: Import): Promise<Imported> {
  const earlier = checkpoint.begin();
  const { decisions, started } = stateAfter(earlier);
  const resumedAfter = decisions.size;
  const ledger = realLedger(store);
  const showProgress = progressLine();
  const handle = async ([at, row]: Entry) => {
    const decided = await decisionFor(row, () => settle(ledger, row, currency, () => checkpoint.add({ at })));
    const decision = asPaidBefore(decided, started.has(at));
    checkpoint.add({ at, decision });
    decisions.set(at, decision);
    showProgress(`${decisions.size} of ${rows.length} rows`, decisions.size === rows.length);
  };
  const problem = await handleOrders(rows, decisions, handle).catch(problemText);
  if (decisions.size < rows.length) {
    const stopped = `Stopped after ${decisions.size} of ${rows.length} rows. Run the same command again to continue.`;
    throw new CommandError(`${problem ?? ''}${stopped}`);
  }
  checkpoint.remove();
  return { decisions, resumedAfter };
}

/** Decides the outcome of each row as an import would, without recording anything. */
export async function tryPayments({ rows, checkpoint, store, currency }: Import): Promise<Imported> {
  const { decisions, started } = stateAfter(checkpoint.earlier());
  const resumedAfter = decisions.size;
  const ledger = dryLedger(store);
  await handleOrders(rows, decisions, async ([at, row]) => {
    const decided = await decisionFor(row, () => settle(ledger, row, currency, () => {}));
    decisions.set(at, asPaidBefore(decided, started.has(at)));
  });
  return { decisions, resumedAfter };
}

type Entry = [at: number, row: ListedPayment];

function stateAfter(recorded: readonly Recorded[]) {
  const decisions = new Map(recorded.flatMap(({ at, decision }) => (decision ? [[at, decision] as const] : [])));
  return { decisions, started: new Set(recorded.map(({ at }) => at)) };
}

const decisionFor = async ({ reason }: ListedPayment, settle: () => Promise<Decision>): Promise<Decision> =>
  reason === undefined ? settle() : { outcome: 'rejected', currency: '', collected: null, note: reason };

/** If the interrupted import had begun to send this payment, the recorded one is its own. */
const asPaidBefore = ({ isByReference, ...decision }: Decision, wasStarted: boolean): Decision =>
  isByReference && wasStarted ? { ...decision, outcome: 'paid' } : decision;

/** Handles several orders at once, but the rows of one order in sequence. */
async function handleOrders(
  rows: readonly ListedPayment[],
  finished: ReadonlyMap<number, unknown>,
  handle: (entry: Entry) => Promise<void>,
): Promise<void> {
  const stop = interruption();
  const remaining = [...rows.entries()].filter(([at]) => !finished.has(at));
  const orders = Map.groupBy(remaining, ([, { number }]) => number);
  await handleAll(orders.values(), stop, async (entries) => {
    for (const entry of entries) if (!stop.aborted) await handle(entry);
  });
}
