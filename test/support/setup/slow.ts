import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freshFolder } from '../service.ts';
import startDatabase from './database.ts';

/** Also creates the bundle and the templates once for all files, which find them through the environment. */
export default async function slow(): Promise<void> {
  await startDatabase();
  const folder = freshFolder();
  const script = join(import.meta.dirname, '../synthesize.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The stacks cannot be synthesized:\n${stderr}`);
  process.env.SYNTHESIZED = folder;
}
