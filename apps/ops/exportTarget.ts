import { appendFileSync, existsSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mustWrite, progressFile } from './progressFile.ts';

/** How far an export got. */
export type Saved<P> = { rows: number; position: P };

export type Target<P> = {
  /** Returns how far an interrupted export got, and its text. Otherwise writes the header and returns undefined. */
  begin(head: string): (Saved<P> & { text(): string }) | undefined;
  write(text: string, saved: Saved<P>): Promise<void>;
  finish(): void;
  /** Whether the same command continues after an interruption. */
  isResumable: boolean;
};

/** Writes to `<file>.part`, which is renamed to `<file>` at the end. Only its owner can read what customers told the store. */
export function fileTarget<P>(file: string, identity: readonly string[]): Target<P> {
  const part = `${file}.part`;
  const progress = progressFile<Saved<P> & { bytes: number }>(file, identity);
  const findSaved = () => {
    const saved = progress.earlier().at(-1);
    return saved && existsSync(part) && statSync(part).size >= saved.bytes ? saved : undefined;
  };
  return {
    isResumable: true,
    begin: (head) => {
      const saved = findSaved();
      if (!saved) progress.remove();
      // What follows the recorded bytes was written, but not recorded.
      mustWrite(file, () => (saved ? truncateSync(part, saved.bytes) : writeFileSync(part, head, { mode: 0o600 })));
      progress.begin();
      return saved && { ...saved, text: () => readFileSync(part, 'utf8') };
    },
    write: async (text, saved) => {
      mustWrite(file, () => appendFileSync(part, text));
      progress.add({ ...saved, bytes: statSync(part).size });
    },
    finish: () => {
      mustWrite(file, () => renameSync(part, file));
      progress.remove();
    },
  };
}

/** Writes to standard output, waiting when its reader is slow. */
export const outputTarget = <P>(): Target<P> => ({
  isResumable: false,
  begin: (head) => void process.stdout.write(head),
  write: async (text) => {
    if (!process.stdout.write(text)) await new Promise<void>((drained) => process.stdout.once('drain', drained));
  },
  finish: () => {},
});
