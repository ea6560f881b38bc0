import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../../apps/ops/commandError.ts';

/** Until the first release, raise it when a stored shape changes: nothing upgrades what unreleased versions stored. */
const format = '9';

/**
 * The SQLite file of a database. It is checked first, because the database would start on a damaged file and fail later, or
 * find it empty.
 */
export function dataFileIn(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const formatFile = join(folder, 'format');
    if (!existsSync(file)) {
      if (existsSync(formatFile) && hasData(folder)) throw new Error(`${name} is missing`);
      writeFileSync(formatFile, format);
    }
    const problem = damageOf(file) ?? formatProblem(formatFile);
    if (problem) throw new Error(problem);
    return file;
  } catch (error) {
    throw unusableData(folder, error as Error);
  }
}

/** A start saves its platform key only after it has created the table. */
const hasData = (folder: string) => existsSync(join(folder, 'platform-key'));

export const unusableData = (folder: string, { message }: Error) =>
  new CommandError(
    `The data in ${folder} cannot be used: ${message}. If this is a matter of permissions, correct them. Otherwise, move that folder away to start with no data, or restore a copy that this version wrote.`,
  );

const formatProblem = (file: string) =>
  existsSync(file) && readFileSync(file, 'utf8') === format ? undefined : 'another version stored it in another format';

function damageOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  if (statSync(file).size < 512) return hasData(dirname(file)) ? 'the file is truncated' : undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const result = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return result === 'ok' ? undefined : result.split('\n').at(-1);
  } finally {
    database.close();
  }
}

/** How long to wait for another service that is shutting down. */
const lockTimeoutMs = 3_000;

/** Ensures that no other service uses the folder. The system releases the lock when this process ends for any reason. */
export function lockFolder(folder: string): void {
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: lockTimeoutMs });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    throw /locked/.test((error as Error).message)
      ? new CommandError(`Another service is using ${folder}. Stop it, or set DATA_DIR to another folder.`)
      : unusableData(folder, error as Error);
  }
}

/** Kept open, because closing it would release the lock. */
let lock: DatabaseSync | undefined;
