import { CommanderError } from 'commander';
import { client, platformClient, StoreError } from '../client/client.ts';
import { parseResponse } from '../parseResponse.ts';
import { type Command, UsageError } from './command.ts';
import { CommandError, errorText } from './commandError.ts';
import { commands } from './commands.ts';
import { type KeyVariable, keyIn, storeErrorText, storeUrl } from './connection.ts';
import { type Parsed, programFor } from './program.ts';
import { red, visible } from './terminal.ts';

/** `npm run ops`: manages tenants, keys, settings, products and books from a terminal, through the API. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough. A command that failed still says so.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`Cannot write the output: ${error.message}. What the command changed stays changed.\n`);
  process.exit(1);
});
try {
  await programFor(commands, run).parseAsync(process.argv);
} catch (error) {
  fail(error);
}

async function run(command: Command, parsed: Parsed): Promise<void> {
  let variable: KeyVariable = 'PLATFORM_API_KEY';
  const connect = async (name: KeyVariable) => {
    variable = name;
    return { url: storeUrl(), key: await keyIn(name), parse: parseResponse };
  };
  try {
    const { data, text, failed, isStreamed } = await command.run({
      ...parsed,
      platform: async () => platformClient(await connect('PLATFORM_API_KEY')),
      store: async () => client(await connect('STORE_API_KEY')),
      storeWith: (key) => client({ url: storeUrl(), key, parse: parseResponse }),
    });
    if (!isStreamed) process.stdout.write(visible(parsed.json ? `${JSON.stringify(data, null, 2)}\n` : text));
    if (failed) process.exitCode = 1;
  } catch (error) {
    throw error instanceof StoreError ? new CommandError(storeErrorText(error, variable)) : error;
  }
}

function fail(error: unknown): void {
  // Commander has printed its own message, or the help.
  const isPrinted = error instanceof CommanderError;
  if (!isPrinted) process.stderr.write(`${red(visible(errorText(error).trimEnd()))}\n`);
  else if (error.exitCode === 0) return;
  process.exitCode = isPrinted || error instanceof UsageError ? 2 : 1;
}
