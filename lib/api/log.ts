type Level = 'info' | 'warn' | 'error';

/** Writes one line of JSON. Never pass keys, bodies or personal data. */
export function log(level: Level, fields: Record<string, unknown>): void {
  if (level === 'info' && process.env.LOG_LEVEL === 'error') return;
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields })}\n`);
}

/** Logs the failure of something that the result does not depend on. */
export const logFailure = (message: string, fields: object) => (error: Error) =>
  log('warn', { message, ...fields, cause: error.name });
