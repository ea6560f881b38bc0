/** A fault that its reader can mend: told in one line, without a stack. */
export class Fault extends Error {}

/** What a terminal is told of an error: what its reader can mend in a line, anything else with its stack. */
export function told(error: unknown): string {
  const { message, stack, code } = error as Error & { code?: unknown };
  const canMend = error instanceof Fault || String(code).startsWith('ERR_PARSE_ARGS');
  return `${canMend ? message : stack}\n`;
}
