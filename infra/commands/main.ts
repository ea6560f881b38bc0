import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { errorText } from '../../apps/ops/commandError.ts';
import { explainAwsError } from './awsErrors.ts';

export type Values<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** Runs a command with its options, or prints its help. If it fails, prints why and exits with 1. */
export async function main<O extends ParseArgsOptionsConfig>(
  help: string,
  options: O,
  run: (values: Values<O>, words: string[]) => void | Promise<void>,
  { acceptsWords = false } = {},
): Promise<void> {
  // An operator's connection to AWS may be slower than a function's.
  process.env.AWS_TIMEOUT_FACTOR ??= '10';
  let table = '';
  try {
    const all: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options: all, allowPositionals: acceptsWords });
    table = String(values.table ?? '');
    if (values.help) process.stdout.write(help);
    else await run(values as Values<O>, positionals);
  } catch (error) {
    process.stderr.write(errorText(explainAwsError(error, table)));
    process.exitCode = 1;
  }
}

/** Sets the table that the service's modules use. */
export function useTable(table: string): void {
  process.env.TABLE_NAME = table;
}
