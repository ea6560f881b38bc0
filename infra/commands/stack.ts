import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, sourcemapsOf } from '../bundle/bundle.ts';
import { decode } from './decode.ts';

/**
 * `npm run stack -- FILE`, or without a file from the standard input: decodes the stack traces in lines of the log. The
 * source maps are built anew, and fit what was deployed from this very commit.
 */
const [file = 0] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'stack-'));
try {
  const asset = join(folder, 'functions');
  await bundle(asset);
  process.stdout.write(decode(readFileSync(file, 'utf8'), sourcemapsOf(asset)));
} catch (error) {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  process.stderr.write(`${code === 'ENOENT' ? message : stack}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
