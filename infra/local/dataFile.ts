import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../commandError.ts';

/**
 * The file of the embedded database. It is checked first, because the database would start on a damaged file and fail later, or
 * find it empty.
 */
export function dataFileIn(folder: string): string {
  const file = join(folder, 'dynamodb.sqlite');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const damage = existsSync(file) ? damageOf(file) : undefined;
    if (damage) throw new Error(damage);
    return file;
  } catch (error) {
    throw unusableData(folder, error as Error);
  }
}

export const unusableData = (folder: string, { message }: Error) =>
  new CommandError(
    `The data in ${folder} cannot be used: ${message}. Restore that folder, or move it away to start with no data.`,
  );

function damageOf(file: string): string | undefined {
  if (statSync(file).size < 512) return existsSync(join(file, '../platform-key')) ? 'the file is truncated' : undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const result = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return result === 'ok' ? undefined : result.split('\n').at(-1);
  } finally {
    database.close();
  }
}
