import { readFileSync } from 'node:fs';
import { textOf } from '../imports/csv.ts';
import { CommandError } from './commandError.ts';

/** The text of a file, without a byte order mark. */
export const readText = (file: string): string => textOf(readBytes(file), file);

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`Cannot read ${file}: ${(error as Error).message}. Check the path and its permissions.`);
  }
}
