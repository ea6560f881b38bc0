import { progressLine } from './progress.ts';
import type { ProgressFile } from './progressFile.ts';
import { finishAll } from './queue.ts';

/** A row, by its position. It has no decision if the import stopped while it wrote to the order. */
export type Recorded<D> = { at: number; decision?: D };

type Import<R, D> = {
  rows: readonly R[];
  progress: ProgressFile<Recorded<D>>;
  /** A dry run records nothing. */
  isDry: boolean;
  /** Rows of one group are handled in sequence. */
  groupOf(row: R): unknown;
  /**
   * Decides the outcome of a row, and carries it out. Calls `beforeWrite` just before. `wasStarted`: an interrupted import had
   * already called it for this row.
   */
  handle(row: R, wasStarted: boolean, beforeWrite: () => void): Promise<D>;
};
type Imported<D> = { decisions: Map<number, D>; resumedAfter: number };

/** Handles several rows at once. Continues an interrupted import. */
export async function importRows<R, D extends object>({
  rows,
  progress,
  isDry,
  groupOf,
  handle,
}: Import<R, D>): Promise<Imported<D>> {
  const recorded = isDry ? progress.earlier() : progress.begin();
  const decisions = new Map(recorded.flatMap(({ at, decision }) => (decision ? [[at, decision] as const] : [])));
  const started = new Set(recorded.map(({ at }) => at));
  const resumedAfter = decisions.size;
  const record = (one: Recorded<D>) => (isDry ? undefined : progress.add(one));
  const showProgress = progressLine();
  const handleOne = async (row: R, at: number) => {
    const decision = await handle(row, started.has(at), () => record({ at }));
    record({ at, decision });
    decisions.set(at, decision);
    showProgress(`${decisions.size} of ${rows.length} rows`, decisions.size === rows.length);
  };
  await finishAll({ noun: 'rows', items: rows, finished: decisions, groupOf, handle: handleOne });
  if (!isDry) progress.remove();
  return { decisions, resumedAfter };
}
