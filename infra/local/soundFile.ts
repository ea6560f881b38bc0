import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../fault.ts';

/** The file of the embedded engine, which would start on a damaged one and then fail now and again, or find it empty. */
export function soundFile(folder: string): string {
  const file = join(folder, 'dynamodb.sqlite');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const damage = existsSync(file) ? damageOf(file) : undefined;
    if (damage) throw new Error(damage);
    return file;
  } catch (error) {
    const { message } = error as Error;
    throw new Fault(`The local data in ${folder} cannot be used: move that folder away or mend it. (${message})`);
  }
}

function damageOf(file: string): string | undefined {
  if (statSync(file).size < 512) return existsSync(join(file, '../platform-key')) ? 'its file is cut off' : undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const finding = String(database.prepare('PRAGMA quick_check(1)').get()?.quick_check);
    return finding === 'ok' ? damagedItems(database) : finding.split('\n').at(-1);
  } finally {
    database.close();
  }
}

const jsonColumns = /\b(item_json|key_schema|attribute_definitions|gsi_definitions)\b/g;

/** Inside of a page SQLite itself checks nothing. */
function damagedItems(database: DatabaseSync): string | undefined {
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  const columns = tables.flatMap(({ name, sql }) => [...`${sql}`.matchAll(jsonColumns)].map(([column]) => ({ name, column })));
  const isDamaged = columns.some(({ name, column }) =>
    database.prepare(`SELECT 1 FROM "${name}" WHERE NOT json_valid(${column}) LIMIT 1`).get(),
  );
  return isDamaged ? 'some of its items are damaged' : undefined;
}
