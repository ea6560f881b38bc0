import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { CommandError } from './commandError.ts';

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

/** Writes to `<file>.part`, which is renamed to `<file>` at the end. `<file>.progress` records how far the export got. */
export function fileTarget<P>(file: string, identity: readonly string[]): Target<P> {
  const [part, progress] = [`${file}.part`, `${file}.progress`];
  const of = createHash('sha256').update(identity.join('\n')).digest('hex');
  let bytes = 0;
  return {
    isResumable: true,
    begin: (head) =>
      mustWrite(file, () => {
        const saved = existsSync(progress) && existsSync(part) ? read<P>(progress, of) : undefined;
        if (saved && statSync(part).size >= saved.bytes) {
          // Anything after this was written but not recorded.
          truncateSync(part, saved.bytes);
          bytes = saved.bytes;
          return { ...saved, text: () => readFileSync(part, 'utf8') };
        }
        rmSync(progress, { force: true });
        writeFileSync(part, head);
        bytes = Buffer.byteLength(head);
        return undefined;
      }),
    write: async (text, saved) =>
      mustWrite(file, () => {
        appendFileSync(part, text);
        bytes += Buffer.byteLength(text);
        writeFileSync(`${progress}.new`, JSON.stringify({ of, bytes, ...saved }));
        renameSync(`${progress}.new`, progress);
      }),
    finish: () =>
      mustWrite(file, () => {
        renameSync(part, file);
        rmSync(progress, { force: true });
      }),
  };
}

function read<P>(path: string, of: string): (Saved<P> & { bytes: number }) | undefined {
  try {
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    return saved.of === of ? saved : undefined;
  } catch (error) {
    // The progress file is damaged, so the export starts over.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function mustWrite<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(`Cannot write ${file}: ${(error as Error).message}`);
  }
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
