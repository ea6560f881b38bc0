import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a file that is made from the route table; with `--check` it only says where the file is another. */
export function keepWritten(path: string, text: string): void {
  const file = new URL(`../../${path}`, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is not up to date: npm run write\n`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}
