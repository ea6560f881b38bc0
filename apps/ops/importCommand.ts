import type { StoreClient } from '../client/client.ts';
import { type Command, command, type Output } from './command.ts';
import { progressFile, readText } from './files.ts';
import { finishAll } from './queue.ts';

/** A row, by its position. It has no decision if the import stopped while it wrote. */
type Recorded<D> = { at: number; decision?: D };

/**
 * Decides the outcome of a row, and carries it out. Calls `beforeWrite` just before. `wasStarted`: an interrupted import had
 * already called it for this row.
 */
type Handler<R, D> = (row: R, wasStarted: boolean, beforeWrite: () => void) => Promise<D>;

/** `earlier` says for people how many rows an interrupted import had handled, to append to a sentence. */
export type Imported<R, D> = { rows: { row: R; decision: D }[]; isDry: boolean; resumedAfter: number; earlier: string };

type Import<R, D extends object> = Pick<Command, 'name' | 'summary' | 'details' | 'examples'> & {
  /** What the rows are, for messages. */
  noun: string;
  /** What a dry run does. */
  dryRun: string;
  rowsIn(text: string, currency: string, file: string): readonly R[];
  /** Rows of one group are handled in sequence. */
  groupOf?(row: R): unknown;
  /** A dry run writes nothing. `earlier` is what an interrupted import has decided. */
  handlerFor(store: StoreClient, isDry: boolean, currency: string, earlier: { row: R; decision: D }[]): Handler<R, D>;
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
      const { id, currency } = (await store.getOwnKey()).tenant;
      const rows = settings.rowsIn(text, currency, file);
      const progress = progressFile<Recorded<D>>(file, [id, text]);
      if (progress.isOfOther())
        process.stderr.write(
          `${file}.progress belongs to another version of the file or another store, so this starts over.\n`,
        );
      const recorded = isDry ? progress.earlier() : progress.begin();
      const started = new Set(recorded.map(({ at }) => at));
      const earlier = new Map(recorded.flatMap(({ at, decision }) => (decision ? [[at, decision]] : [])));
      const decided = rows.flatMap((row, at) => {
        const decision = earlier.get(at);
        return decision ? [{ row, decision }] : [];
      });
      const handle = settings.handlerFor(store, isDry, currency, decided);
      const record = (one: Recorded<D>) => {
        if (!isDry) progress.add(one);
      };
      const decide = async (row: R, at: number) => {
        const decision = await handle(row, started.has(at), () => record({ at }));
        record({ at, decision });
        return decision;
      };
      const decisions = await finishAll({ ...settings, items: rows, earlier, handle: decide, isDry });
      const output = settings.report({
        rows: rows.map((row, at) => ({ row, decision: decisions[at] as D })),
        isDry,
        resumedAfter: earlier.size,
        earlier: earlier.size > 0 ? `; ${earlier.size} handled before the interruption` : '',
      });
      if (!isDry) progress.remove();
      return output;
    },
  });
