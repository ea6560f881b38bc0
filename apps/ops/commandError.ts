import { FileError } from '../imports/csv.ts';

/** An error that the reader can fix. Only its message is printed, without a stack. */
export class CommandError extends Error {}

/** Another program's message, ended by a full stop, so that advice can follow it. */
export const sentence = (message: string) => message.trim().replace(/[^.!?]$/, '$&.');

/** What stderr gets: one line for an error that the reader can fix, the stack for any other. */
export function errorText(error: unknown): string {
  const { message, stack, code } = error as Error & { code?: unknown };
  const isFixable = error instanceof CommandError || error instanceof FileError || String(code).startsWith('ERR_PARSE_ARGS');
  return `${isFixable ? message : stack}\n`;
}
