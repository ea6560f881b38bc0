import { existsSync, readFileSync } from 'node:fs';
import { CommandError } from './commandError.ts';
import { mustWrite, replaceFile } from './progressFile.ts';

/**
 * How far a run has followed the changes. A cursor means that a walk is unfinished. `printing` is set while orders are printed,
 * so that the next run knows that the last line may be incomplete.
 */
export type SyncState = { tenant: string; since: string; cursor: string | null; printing: boolean };

/** Reads the state from a file. Returns undefined if there is no file yet. */
export function readState(file: string, tenant: string): SyncState | undefined {
  if (!existsSync(file)) return undefined;
  const state = parse(file);
  const isState = typeof state?.since === 'string' && typeof state.tenant === 'string';
  if (!isState)
    throw new CommandError(`${file} was not written by \`ops sync\`. Choose another file, or delete it to start over.`);
  if (state.tenant !== tenant)
    throw new CommandError(`${file} belongs to another store (${state.tenant}). Choose another file.`);
  return state as SyncState;
}

function parse(file: string): Partial<SyncState> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new CommandError(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

export const writeState = (file: string, state: SyncState): void =>
  mustWrite(file, () => replaceFile(file, `${JSON.stringify(state)}\n`));
