import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarOf } from '../../lib/values/calendar.ts';
import { type PlatformClient, type StoreClient, StoreError } from '../client/client.ts';
import { undefinedIf } from '../client/error.ts';
import { parseResponse } from '../parseResponse.ts';
import { command, type Output } from './command.ts';
import { CommandError } from './commandError.ts';
import { problemText, storeErrorText } from './connection.ts';
import { byteOrderMark, csvLine } from './csvText.ts';
import { exportOrders, fileTarget } from './exportOrders.ts';
import { mustWrite, parseJson, progressFile, readText, replaceFile } from './files.ts';
import { interruption } from './queue.ts';
import { lists, type Table, tables } from './tenantFiles.ts';
import { listOf } from './textTable.ts';

/** A file of the export. `records` are its items, or the rows of a CSV without the header. */
export type Exported = { file: string; records: number; bytes: number; sha256: string };
export type Manifest = {
  tenant: { id: string; name: string; version: number };
  /** When the run that finished it began, by the clock of the service. Earlier runs that it continues passed the same check. */
  begun: string;
  exported: string;
  files: Exported[];
};

/** After this time, nothing that was under way when the suspension began can still write. */
const settledMs = 120_000;
export const settledAt = (suspended: string) => new Date(Date.parse(suspended) + settledMs).toISOString();

const keyLifeMs = 7 * 24 * 3600_000;

export const exportTenant = command({
  name: 'tenant export',
  args: { tenant: {} },
  summary: 'Exports everything that a suspended store owns into a folder, as JSON Lines and CSV',
  details: `Suspend the store and wait two minutes before you run this, so that nothing changes any more. The command issues a key
that can only read. At the end it writes manifest.json, which lists the files with their number of records and their SHA-256, and
revokes the key. npm run tenant-delete needs that file.

If the export is interrupted, run the same command again: it continues where it stopped. A key that a killed export leaves behind
expires after 7 days.`,
  examples: ['tenant export tea-house --out tea-house-export', 'tenant export tea-house --out tea-house-export --json'],
  options: { out: { type: 'string', summary: 'the folder to write to; it is created if it is missing', required: true } },
  run: async ({ input: { tenant: id, out }, platform: connect, storeWith }) => {
    const platform = await connect();
    const tenant = await platform.getTenant({ id });
    if (!tenant.suspended) {
      throw new CommandError(
        `The store ${tenant.name} is not suspended. First run \`npm run ops -- tenant update ${id} --suspended yes\`, and wait two minutes.`,
      );
    }
    const { name, version, timezone } = tenant;
    const subject = { id: tenant.id, name, version };
    const suspended = await findSuspension(platform, tenant.id);
    const settled = settledAt(suspended);
    const earlier = findManifest(out, subject, settled);
    if (earlier) return outputOf(earlier, out);
    mustWrite(out, () => mkdirSync(out, { recursive: true, mode: 0o700 }));
    const expires = new Date(Date.now() + keyLifeMs).toISOString();
    const scopes = ['orders:read', 'products:read', 'settings:read'] as const;
    const { key, secret } = await platform.issueKey({ id: tenant.id, label: 'export', expires, scopes: [...scopes] });
    if (secret === null) throw new CommandError('The response with the key was lost. Run the same command again.');
    const revoke = () =>
      platform
        .revokeKey({ id: tenant.id, key_id: key.id }, { repeatable: true })
        // An attempt whose response was lost has revoked it.
        .catch(undefinedIf('not_found'));
    const begun = key.created;
    if (begun < settled) {
      await revoke();
      throw new CommandError(`The store ${name} was suspended a moment ago. Try again after ${settled}.`);
    }
    const identity = [tenant.id, `${version}`, suspended];
    const manifest = await exportAll(storeWith(secret), out, { tenant: subject, begun }, identity, timezone).catch(
      async (error) => {
        // This error says how to continue, and the key expires in any case.
        await revoke().catch(() => {});
        throw error;
      },
    );
    await revoke().catch((error) => {
      const remedy = `Revoke it with \`npm run ops -- key revoke ${tenant.id} ${key.id}\`.`;
      if (!(error instanceof StoreError)) throw error;
      const problem = storeErrorText(error, 'PLATFORM_API_KEY');
      throw new CommandError(`${problem} The export is complete, but its key may still work. ${remedy}`);
    });
    return outputOf(manifest, out);
  },
});

/** The store is read with a key that this command issued itself. */
const exportProblem = (error: unknown): string =>
  error instanceof StoreError && error.code === 'unauthorized'
    ? 'The key of this export was revoked or has expired. '
    : problemText(error);

const manifestIn = (folder: string) => join(folder, 'manifest.json');

/** When the suspension of a suspended tenant began. */
async function findSuspension(platform: PlatformClient, tenant: string): Promise<string> {
  for await (const { time, after } of platform.audit({ tenant, operation: 'updateTenant' })) {
    if (after.suspended) return time;
    if ('suspended' in after) break;
  }
  throw new CommandError('The audit log does not show the suspension yet. Run the same command again.');
}

/** The manifest of a complete export of the tenant as it is now. */
function findManifest(folder: string, { id, version }: Manifest['tenant'], settled: string): Manifest | undefined {
  if (!existsSync(manifestIn(folder))) return undefined;
  const manifest: Manifest = parseJson(readText(manifestIn(folder)));
  if (manifest?.tenant?.id !== id || manifest.tenant.version !== version) {
    throw new CommandError(`${folder} contains another export. Choose a new folder.`);
  }
  if (manifest.begun >= settled) return manifest;
  process.stderr.write(`The export in ${folder} began too soon after the suspension. The store is exported again.\n`);
  mustWrite(folder, () => rmSync(manifestIn(folder)));
  return undefined;
}

/** Files that an interrupted export of the same state of the tenant has finished are not written again. */
async function exportAll(
  store: StoreClient,
  folder: string,
  about: Pick<Manifest, 'tenant' | 'begun'>,
  identity: readonly string[],
  timezone: string,
): Promise<Manifest> {
  const progress = progressFile<Exported>(manifestIn(folder), identity);
  const files = progress.begin();
  const stop = interruption();
  const finish = async (file: string, write: (path: string) => Promise<number>) => {
    if (files.some((finished) => finished.file === file)) return;
    const path = join(folder, file);
    const records = await write(path);
    const exported = { file, records, bytes: statSync(path).size, sha256: await hashOf(path) };
    progress.add(exported);
    files.push(exported);
  };
  for (const [noun, source] of Object.entries(lists(store))) {
    await finish(`${noun}.jsonl`, (path) => {
      const rowsOf = (item: unknown) => [`${JSON.stringify(item)}\n`];
      return exportOrders(
        { noun: noun.replaceAll('_', ' '), head: '', source, rowsOf },
        fileTarget(path, identity),
        stop,
        exportProblem,
      );
    });
  }
  for (const [noun, of] of Object.entries(tables(calendarOf(timezone)))) {
    await finish(`${noun}.csv`, (path) => writeTable(path, join(folder, `${of.from}.jsonl`), of, stop));
  }
  const manifest = { ...about, exported: new Date().toISOString(), files };
  mustWrite(manifestIn(folder), () => replaceFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`));
  progress.remove();
  return manifest;
}

/** Writes a CSV from the items of a JSON Lines file. Returns the number of its rows. */
async function writeTable(path: string, from: string, { head, rowsOf }: Table, stop: AbortSignal): Promise<number> {
  let count = 0;
  mustWrite(path, () => writeFileSync(path, `${byteOrderMark}${csvLine(head)}`, { mode: 0o600 }));
  for await (const line of linesIn(from)) {
    if (stop.aborted) throw new CommandError('Stopped. Run the same command again to continue.');
    const rows = rowsOf(parseResponse(line));
    mustWrite(path, () => appendFileSync(path, rows.map(csvLine).join('')));
    count += rows.length;
  }
  return count;
}

/** Only \n ends a line. JSON can contain other line separators. */
async function* linesIn(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

export const fileTable = listOf<Exported>(['file', 'records', 'bytes'], ['records', 'bytes']);

function outputOf(manifest: Manifest, folder: string): Output {
  return { data: manifest, text: `${fileTable(manifest.files)}\n${manifest.tenant.name} is exported to ${folder}.\n` };
}
