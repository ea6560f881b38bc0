import type { StoreClient } from '../client/client.ts';
import { type Command, command, type Output } from './command.ts';
import { progressLine } from './progress.ts';
import { type ProgressFile, progressFile } from './progressFile.ts';
import { finishAll } from './queue.ts';
import { readText } from './textFile.ts';

/** A row, by its position. It has no decision if the import stopped while it wrote. */
type Recorded<D> = { at: number; decision?: D };

/**
 * Decides the outcome of a row, and carries it out. Calls `beforeWrite` just before. `wasStarted`: an interrupted import had
 * already called it for this row.
 */
type Handler<R, D> = (row: R, wasStarted: boolean, beforeWrite: () => void) => Promise<D>;

export type Imported<R, D extends object> = Awaited<ReturnType<typeof importRows<R, D>>>;

type Import<R, D extends object> = Pick<Command, 'name' | 'summary' | 'details' | 'examples'> & {
  /** What the rows are, for messages. */
  noun: string;
  /** What a dry run does. */
  dryRun: string;
  rowsIn(text: string, currency: string, file: string): readonly R[];
  /** Rows of one group are handled in sequence. */
  groupOf(row: R, at: number): unknown;
  /** A dry run writes nothing. */
  handlerFor(store: StoreClient, isDry: boolean, currency: string): Handler<R, D>;
  report(imported: Imported<R, D>): Output;
};

/** A command that imports the rows of a file, several at once. It continues an interrupted import. */
export const importCommand = <R, D extends object>(settings: Import<R, D>) =>
  command({
    ...settings,
    args: { file: {} },
    options: { dry_run: { type: 'boolean', summary: settings.dryRun } },
    run: async ({ input: { file, dry_run: isDry = false }, store: connect }) => {
      const text = readText(file);
      const store = await connect();
      const { id, currency } = await store.getOwnTenant();
      const rows = settings.rowsIn(text, currency, file);
      const handle = settings.handlerFor(store, isDry, currency);
      return settings.report(await importRows({ ...settings, rows, handle, isDry, progress: progressFile(file, [id, text]) }));
    },
  });

type Work<R, D extends object> = Pick<Import<R, D>, 'noun' | 'groupOf'> & {
  rows: readonly R[];
  handle: Handler<R, D>;
  isDry: boolean;
  progress: ProgressFile<Recorded<D>>;
};

async function importRows<R, D extends object>({ noun, rows, handle, groupOf, isDry, progress }: Work<R, D>) {
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
    showProgress(`${decisions.size} of ${rows.length} ${noun}`, decisions.size === rows.length);
  };
  await finishAll({ noun, items: rows, finished: decisions, groupOf, handle: handleOne, isDry });
  if (!isDry) progress.remove();
  return {
    rows: rows.map((row, at) => ({ row, decision: decisions.get(at) as D })),
    isDry,
    resumedAfter,
    /** The same for people, to append to a sentence. */
    earlier: resumedAfter > 0 ? `; ${resumedAfter} handled before the interruption` : '',
  };
}
