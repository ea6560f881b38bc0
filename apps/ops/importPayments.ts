import type { StoreClient } from '../client/client.ts';
import type { Decision } from './decidePayment.ts';
import { dryLedger, realLedger, settle } from './ledger.ts';
import type { ListedPayment } from './paymentList.ts';
import { progressLine } from './progress.ts';
import type { ProgressFile } from './progressFile.ts';
import { finishAll } from './queue.ts';

/** A row, by its position. It has no decision if the import stopped while sending its payment. */
export type Recorded = { at: number; decision?: Decision };

type Import = { rows: readonly ListedPayment[]; progress: ProgressFile<Recorded>; store: StoreClient; currency: string };
type Imported = { decisions: Map<number, Decision>; resumedAfter: number };

/** Decides the outcome of each row and records the payments. Continues an interrupted import. */
export async function importPayments({ rows, progress, store, currency }: Import): Promise<Imported> {
  const { decisions, started } = stateAfter(progress.begin());
  const resumedAfter = decisions.size;
  const ledger = realLedger(store);
  const showProgress = progressLine();
  await decideAll(rows, decisions, async (row, at) => {
    const decided = await decisionFor(row, () => settle(ledger, row, currency, () => progress.add({ at })));
    const decision = asPaidBefore(decided, started.has(at));
    progress.add({ at, decision });
    decisions.set(at, decision);
    showProgress(`${decisions.size} of ${rows.length} rows`, decisions.size === rows.length);
  });
  progress.remove();
  return { decisions, resumedAfter };
}

/** Decides the outcome of each row as an import would, without recording anything. */
export async function tryPayments({ rows, progress, store, currency }: Import): Promise<Imported> {
  const { decisions, started } = stateAfter(progress.earlier());
  const resumedAfter = decisions.size;
  const ledger = dryLedger(store);
  await decideAll(rows, decisions, async (row, at) => {
    const decided = await decisionFor(row, () => settle(ledger, row, currency, () => {}));
    decisions.set(at, asPaidBefore(decided, started.has(at)));
  });
  return { decisions, resumedAfter };
}

/** Handles several orders at once, but the rows of one order in sequence. */
const decideAll = (
  items: readonly ListedPayment[],
  finished: ReadonlyMap<number, Decision>,
  handle: (row: ListedPayment, at: number) => Promise<void>,
) => finishAll({ noun: 'rows', items, finished, groupOf: ({ number }) => number, handle });

function stateAfter(recorded: readonly Recorded[]) {
  const decisions = new Map(recorded.flatMap(({ at, decision }) => (decision ? [[at, decision] as const] : [])));
  return { decisions, started: new Set(recorded.map(({ at }) => at)) };
}

const decisionFor = async ({ reason }: ListedPayment, settle: () => Promise<Decision>): Promise<Decision> =>
  reason === undefined ? settle() : { outcome: 'rejected', currency: '', collected: null, note: reason };

/** If the interrupted import had begun to send this payment, the recorded one is its own. */
const asPaidBefore = ({ isByReference, ...decision }: Decision, wasStarted: boolean): Decision =>
  isByReference && wasStarted ? { ...decision, outcome: 'paid' } : decision;
