import { existsSync } from 'node:fs';
import { calendarOf } from '../../lib/values/calendar.ts';
import { type StoreClient, StoreError } from '../client/client.ts';
import { command, UsageError } from './command.ts';
import { CommandError } from './commandError.ts';
import { instantOf } from './days.ts';
import { mustWrite, parseJson, readText, replaceFile } from './files.ts';
import { visible } from './terminal.ts';

/**
 * How far a run has followed the changes. A cursor means that a walk is unfinished. `printing` is set while orders are printed,
 * so that the next run knows that the last line may be incomplete.
 */
type SyncState = { tenant: string; since: string; cursor: string | null; printing: boolean };

const details = `Each line of the output is one order as JSON, in its latest state, oldest change first. An order can be printed more than once:
keep the line with the highest version.

With --file, the next run continues where this one ended, and --since applies to the first run only. Run it as often as you like,
for example every minute, but not while another run is in progress. You can kill it at any time: the next run repeats whatever may
have been lost. A killed run may leave an incomplete line. The next run starts a new line, so skip lines that are not JSON.`;

export const syncOrders = command({
  name: 'sync',
  summary: 'Prints the orders that changed since a time, one JSON line each',
  details,
  examples: ['sync --since 2026-10-01', 'sync --since 2026-10-01 --file sync-state'],
  options: {
    since: {
      type: 'string',
      summary: "a time such as 2026-10-01T08:00:00Z, or a day such as 2026-10-01, from its start in the store's time zone",
    },
    file: { type: 'string', summary: 'the file that stores how far it got' },
  },
  run: async ({ input: { since, file }, store }) => {
    const client = await store();
    const { id, timezone } = (await client.getOwnKey()).tenant;
    const kept = file === undefined ? undefined : readState(file, id);
    if (!kept && since === undefined)
      throw new UsageError('--since is required on the first run: there is no saved state to continue from.');
    const begin = since === undefined ? '' : instantOf('since', since, calendarOf(timezone));
    const save = (state: SyncState) =>
      file !== undefined && mustWrite(file, () => replaceFile(file, `${JSON.stringify(state)}\n`));
    await walk(client, kept ?? { tenant: id, since: begin, cursor: null, printing: false }, save);
    return { data: null, text: '', isStreamed: true };
  },
});

/** Reads the state from a file. Returns undefined if there is no file yet. */
function readState(file: string, tenant: string): SyncState | undefined {
  if (!existsSync(file)) return undefined;
  const state = parseJson(readText(file));
  if (typeof state?.since !== 'string' || typeof state.tenant !== 'string')
    throw new CommandError(
      `${file} was not written by \`npm run ops -- sync\`. Choose another file, or delete it to start over.`,
    );
  if (state.tenant !== tenant)
    throw new CommandError(`${file} belongs to another store (${state.tenant}). Choose another file.`);
  return state;
}

/** Prints every change up to now. Orders are printed before the state is saved, so that none is lost. */
async function walk(store: StoreClient, begin: SyncState, save: (state: SyncState) => void): Promise<void> {
  if (begin.printing) await print('\n');
  // A walk that an earlier run began covers changes only up to its start, so another walk follows it.
  let isCurrent = begin.cursor === null;
  for (let state = begin; ; ) {
    const page = await read(store, state);
    if (page) {
      save({ ...state, printing: page.orders.length > 0 });
      for (const order of page.orders) await print(visible(`${JSON.stringify(order)}\n`));
    }
    const since = page && !page.next_cursor ? page.synced_until : state.since;
    state = { ...state, since: since ?? state.since, cursor: page?.next_cursor ?? null, printing: false };
    save(state);
    if (state.cursor === null && isCurrent) return;
    isCurrent ||= state.cursor === null;
  }
}

/** One page. Undefined if the cursor, from an earlier run, is no longer valid. */
const read = (store: StoreClient, { since, cursor }: SyncState) =>
  cursor ? store.getOrders({ cursor }).catch(undefinedIfInvalid) : store.getOrders({ updated_from: since });

function undefinedIfInvalid(error: unknown): undefined {
  if (!(error instanceof StoreError && error.code === 'invalid_request')) throw error;
}

/** Resolves when the text has been written. */
const print = (text: string) =>
  new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
