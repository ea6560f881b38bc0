import { readFileSync } from 'node:fs';
import { CommandError } from './commandError.ts';

/** The text of a file, without a byte order mark. */
export function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code?.startsWith('ERR_') ? `${file} is not in UTF-8. Save it as UTF-8.` : `Cannot read ${file}: ${message}`,
    );
  }
}
